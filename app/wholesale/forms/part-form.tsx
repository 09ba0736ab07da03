/** The form of an account or of something that belongs to it, for staff and for its own people. */
import { useQueryClient } from '@tanstack/react-query'
import { capitalized } from '#shared/kernel/counts.ts'
import type { Collection } from '#shared/start/api.ts'
import {
  applies,
  namesOf,
  type EditOf,
  type Fields,
  type Name,
} from '#shared/platform/resources/described.ts'
import { NEW } from '#app/platform/admin/form/edit-page.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'
import { refresh } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { MinimumField } from './minimum-field.tsx'
import { PriceListField } from './price-list-field.tsx'

type Props<F extends Fields, Saved> = {
  /** The name of what is edited, in the heading and in messages: 'location'. */
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
  /** Whether the page has a heading of its own. */
  hasHeading?: boolean
}

/** All inputs that apply, one below the other. */
export function PartForm<F extends Fields, Saved>(props: Props<F, Saved>) {
  const { what, of, fields, saved, send, done, to, submit, collections, without = [], onSaved } = props
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
  return (
    <>
      {props.hasHeading ? null : <h2>{saved._id === NEW ? `New ${what}` : capitalized(what)}</h2>}
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
        {partsOf(shown).map((names) =>
          names.length === 1 && isOwn(names[0]!) ? (
            <OwnField
              key={names[0]}
              name={names[0]!}
              values={values}
              problem={form.problems[names[0]!]}
              change={(value) => form.change({ [names[0]!]: value } as never)}
            />
          ) : (
            <ResourceFields key={names[0]} of={fields} names={names} form={form} />
          ),
        )}
      </ResourceForm>
    </>
  )
}

const OWN = new Set(['minimumValue', 'priceList'])
const isOwn = (name: string) => OWN.has(name)

/** The names in their order, in parts: each field with its own component is a part. */
function partsOf<N extends string>(names: readonly N[]): N[][] {
  const parts: N[][] = []
  for (const name of names) {
    const last = parts.at(-1)
    if (!last || isOwn(name) || isOwn(last[0]!)) parts.push([name])
    else last.push(name)
  }
  return parts
}

type OwnProps = {
  name: string
  values: Record<string, unknown>
  problem: string | undefined
  change: (value: string) => void
}

function OwnField({ name, values, problem, change }: OwnProps) {
  const value = values[name] as string
  if (name === 'priceList') return <PriceListField value={value} problem={problem} change={change} />
  const kind = values['minimum']
  if (kind !== 'grams' && kind !== 'cents') return null
  return (
    <MinimumField key={kind} isWeight={kind === 'grams'} value={value} problem={problem} change={change} />
  )
}
