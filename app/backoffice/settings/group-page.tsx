/** The page of one group of settings: its form, and the values that the environment sets. */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ZodMiniType } from 'zod/mini'
import type { Endpoint } from '#shared/platform/api/endpoint.ts'
import {
  applies,
  namesOf,
  type EditOf,
  type Fields,
  type Name,
} from '#shared/platform/resources/described.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { focusHeading } from '#app/platform/layout/focus-heading.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'
import styles from './settings.module.css'

const LIST = '/admin/settings'

type Saved<F extends Fields> = EditOf<F> & { _id: string; version: number; fixed: Record<string, string> }

type Props<F extends Fields, S extends Saved<F>> = {
  title: string
  /** What the settings do, above the form. */
  intro: ReactNode
  /** The id of the group. */
  id: string
  fields: F
  /** The endpoints of the group. */
  read: Endpoint & { reply: ZodMiniType<S> }
  save: Endpoint & { reply: ZodMiniType<S> }
  /** The form; all fields in their order, if left out. */
  children?: (form: ReturnType<typeof useResourceForm<F, S>>, saved: S) => ReactNode
}

export function GroupPage<F extends Fields, S extends Saved<F>>(props: Props<F, S>) {
  const { title, id, read } = props
  const answer = useQuery({ ...ask(read, {}), ...UNCACHED_FORM })
  const reload = async () => {
    await answer.refetch()
    focusHeading()
  }
  return (
    <AdminPage
      title={title}
      back={{ to: LIST, title: 'Settings' }}
      actions={
        <ButtonLink look="quiet" to={`/admin/record?subject=setting&id=${id}`}>
          Change log
        </ButtonLink>
      }
    >
      {() => (
        <AdminResource answer={answer} what="settings" gone="There are no such settings." list={LIST}>
          {(saved) => <GroupForm {...props} answer={answer} saved={saved} reload={() => void reload()} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}

function GroupForm<F extends Fields, S extends Saved<F>>({
  intro,
  fields,
  saved: opened,
  save,
  answer,
  reload,
  children,
}: Props<F, S> & { answer: UseQueryResult<S>; saved: S; reload: () => void }) {
  const client = useQueryClient()
  // Until the query is fetched again, the response to a save is newer.
  const [last, setLast] = useState<S | null>(null)
  const saved = last && last.version > opened.version ? last : opened
  const form = useResourceForm<F, S>({
    what: 'settings',
    fields,
    saved,
    send: (body) => call(save, { body }),
    fieldOf: (name) => ({ name, label: fields[name.split('.')[0]!]?.label ?? name }),
    onSaved: async (now) => {
      setLast(now)
      toast.success('Settings saved')
      await refresh(client, 'config', 'delivery')
      await answer.refetch()
    },
  })
  return (
    <div className="stack-3 measure-wide">
      <p>{intro}</p>
      <ResourceForm what="settings" form={form} reload={reload} submit="Save">
        {children ? children(form, saved) : <OpenFields of={fields} form={form} saved={saved} />}
      </ResourceForm>
      <FixedFields fields={fields} saved={saved} />
    </div>
  )
}

/** The inputs of fields, without those that the environment sets. */
export function OpenFields<F extends Fields>({
  of: fields,
  names = namesOf(fields),
  form,
  saved,
}: {
  of: F
  names?: readonly Name<F>[]
  form: Parameters<typeof ResourceFields<F>>[0]['form'] & { values: object }
  saved: { fixed: Record<string, string> }
}) {
  const values = form.values as Record<string, unknown>
  const shown = names.filter((name) => !(name in saved.fixed) && applies(fields[name]!, values))
  return <ResourceFields of={fields} names={shown} form={form} />
}

function FixedFields<F extends Fields>({ fields, saved }: { fields: F; saved: Saved<F> }) {
  const names = Object.keys(saved.fixed)
  if (names.length === 0) return null
  return (
    <section className={styles.fixed} aria-labelledby="fixed-settings">
      <h2 id="fixed-settings">Fixed by the environment</h2>
      <p>These values are set where the shop is installed. Remove the variable there to edit them here.</p>
      <dl>
        {names.map((name) => (
          <div key={name}>
            <dt>{fields[name]!.label}</dt>
            <dd>
              {fields[name]!.print(saved[name])} <code>{saved.fixed[name]}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
