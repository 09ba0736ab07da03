/** The form of an account or of something that belongs to it, for staff and for its own people. */
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Collection } from '#shared/start/api.ts'
import {
  applies,
  namesOf,
  type EditOf,
  type Fields,
  type Name,
} from '#shared/platform/resources/described.ts'
import { refresh } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'
import { MinimumField } from './minimum-field.tsx'

type Props<F extends Fields, Saved> = {
  /** The name of what is edited, in messages: 'location'. */
  what: string
  /** Tells drafts of the same name apart, such as new locations of two accounts. */
  of: string
  fields: F
  saved: EditOf<F> & { _id: string; version: number }
  send: (edit: EditOf<F> & { version: number }) => Promise<Saved>
  /** The message after a save. */
  done: string
  /** Where the form goes after a save, and with Cancel. */
  to: string
  /** Called after a save, before the form goes to `to`. */
  onSaved?: (saved: Saved) => unknown
  submit?: string
  collections: Collection[]
  /** Fields that cannot be changed here. */
  without?: readonly Name<F>[]
  children?: ReactNode
}

/** All inputs that apply, one below the other. */
export function PartForm<F extends Fields, Saved>(props: Props<F, Saved>) {
  const {
    what,
    of,
    fields,
    saved,
    send,
    done,
    to,
    submit,
    collections,
    without = [],
    children,
    onSaved,
  } = props
  const client = useQueryClient()
  const form = useResourceForm<F, Saved>({
    what: `${what} ${of}`,
    fields,
    saved,
    list: to,
    send,
    onSaved: async (answer) => {
      toast.success(done)
      await refresh(client, ...collections)
      await onSaved?.(answer)
    },
  })
  const values = form.values as Record<string, unknown>
  const shown = namesOf(fields).filter((name) => !without.includes(name) && applies(fields[name]!, values))
  const at = shown.indexOf('minimumValue')
  const isCounted = values['minimum'] === 'grams' || values['minimum'] === 'cents'
  return (
    <ResourceForm
      what={what}
      form={form}
      submit={submit ?? 'Save'}
      next={
        <ButtonLink look="quiet" to={to}>
          Cancel
        </ButtonLink>
      }
    >
      <ResourceFields of={fields} names={at < 0 ? shown : shown.slice(0, at)} form={form} />
      {at >= 0 && isCounted ? (
        <MinimumField
          isWeight={values['minimum'] === 'grams'}
          value={values['minimumValue'] as string}
          problem={form.problems['minimumValue']}
          change={(value) => form.change({ minimumValue: value } as never)}
        />
      ) : null}
      {at < 0 ? null : <ResourceFields of={fields} names={shown.slice(at)} form={form} />}
      {children}
    </ResourceForm>
  )
}
