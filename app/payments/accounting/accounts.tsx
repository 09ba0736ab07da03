import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { settings } from '#shared/platform/api/settings.ts'
import { accountingFields } from '#shared/platform/settings/accounting.ts'
import { namesOf, type Name } from '#shared/platform/resources/described.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminResource } from '#app/platform/admin/admin-page.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'
import styles from './accounting.module.css'

/** The names and codes of the accounts in the owner's accounting software. */
export function Accounts() {
  const answer = useQuery({ ...ask(settings.accounting, {}), ...UNCACHED_FORM })
  return (
    <Disclosure summary="Accounts in QuickBooks and Xero">
      <AdminResource answer={answer} what="accounts" gone="There are no accounts." list="/admin/books">
        {(saved) => <AccountsForm saved={saved} reload={() => void answer.refetch()} />}
      </AdminResource>
    </Disclosure>
  )
}

const ofPart = (part: string): Name<typeof accountingFields>[] =>
  namesOf(accountingFields).filter((name) => accountingFields[name].part === part)

function AccountsForm({ saved, reload }: { saved: Reply<typeof settings.accounting>; reload: () => void }) {
  const client = useQueryClient()
  const form = useResourceForm({
    what: 'accounts',
    fields: accountingFields,
    saved,
    send: (body) => call(settings.saveAccounting, { body }),
    onSaved: (now) => {
      client.setQueryData(ask(settings.accounting, {}).queryKey, now)
      toast.success('Accounts saved')
    },
  })
  return (
    <div className={`stack-2 items-left measure-wide pad-top-2 ${styles.accounts}`}>
      <p className="measure-form soft">
        The files name these accounts, so they must exist in your software. Closed months keep the accounts
        that they were closed with.
      </p>
      <ResourceForm what="accounts" form={form} reload={reload} submit="Save">
        <h3>QuickBooks account names</h3>
        <ResourceFields of={accountingFields} names={ofPart('quickbooks')} form={form} />
        <h3>Xero account codes</h3>
        <ResourceFields of={accountingFields} names={ofPart('xero')} form={form} />
      </ResourceForm>
    </div>
  )
}
