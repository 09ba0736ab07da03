import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { accounts, TAX_STATES, type ListedAccount } from '#shared/wholesale/api/accounts.ts'
import { termsText } from '#shared/wholesale/account-texts.ts'
import { COMPANY_KINDS, COMPANY_STATES, type CompanyState } from '#shared/wholesale/resources/company.ts'
import { counted, plural } from '#shared/kernel/counts.ts'
import { AllowedButton } from '#app/platform/admin/allowed-link.tsx'
import { weightText } from '#shared/kernel/weights.ts'
import { AdminList, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { NEW } from '#app/platform/admin/form/edit-page.tsx'
import {
  Choice,
  Filters,
  SearchBox,
  useFilter,
  useListOrder,
  usePageNumber,
} from '#app/platform/admin/list/filters.tsx'
import { SortedTable } from '#app/platform/admin/list/sorted-table.tsx'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import { usePart } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'
import type { Column } from '#app/platform/ui/table.tsx'
import { OrderedShort } from './ordered.tsx'
import { accountPath, ACCOUNTS as BASE } from '../paths.ts'

/** The wholesale accounts. */
export default function AccountList() {
  const page = usePageNumber()
  return <AdminPage actions={<AddAccount />}>{() => <List page={page} />}</AdminPage>
}

/** Nothing if the owner wants no new accounts. */
function AddAccount() {
  if (usePart('wholesale') !== 'on') return null
  return (
    <ButtonLink look="line" to={accountPath(NEW)}>
      Add account
    </ButtonLink>
  )
}

const SORTS = { name: 'asc', city: 'asc', status: 'asc', promised: 'desc', date: 'desc' } as const

const BELOW = 'Below the promise'
const TAX = { exempt: 'Exempt', ending: 'Certificate ends', waiting: 'To check', taxed: 'Taxed' } as const

function List({ page }: { page: number }) {
  const [keyword] = useFilter('q', BASE)
  const [chosen] = useFilter('status', BASE)
  const [chosenTax] = useFilter('tax', BASE)
  const status = (Object.keys(COMPANY_STATES) as CompanyState[]).find((each) => each === chosen)
  const tax = TAX_STATES.find((each) => each === chosenTax)
  const [less] = useFilter('below', BASE)
  const below = less === 'promise' ? less : undefined
  const { query, sorting } = useListOrder(BASE, SORTS, 'name')
  const { large: unit } = useWeightUnits()
  const answer = useQuery({
    ...ask(accounts.list, {
      query: { pageNumber: page, ...query, status, tax, below, keyword: keyword || undefined },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Filters status={answer.data ? counted(answer.data.count, 'account') : null}>
        <SearchBox label="Search by name, city or email" base={BASE} />
        <Choice label="Status" base={BASE} name="status" options={{ '': 'Any status', ...COMPANY_STATES }} />
        <Choice label="Sales tax" base={BASE} name="tax" options={{ '': 'Taxed or not', ...TAX }} />
        <Choice label="Promise" base={BASE} name="below" options={{ '': 'Any promise', promise: BELOW }} />
      </Filters>
      <AdminList
        answer={answer}
        what="accounts"
        page={page}
        base={BASE}
        filters={[
          keyword && `“${keyword}”`,
          status && COMPANY_STATES[status],
          tax && TAX[tax],
          below && BELOW,
        ]}
        isEmpty={(data) => data.accounts.length === 0}
        empty={NONE}
      >
        {(data) => (
          <>
            <Uninvited count={data.uninvited} />
            <SortedTable
              label="Accounts"
              columns={columnsOf((grams) => weightText(grams, unit))}
              rows={data.accounts}
              keyOf={({ _id }) => _id}
              sorting={sorting}
            />
          </>
        )}
      </AdminList>
    </>
  )
}

/** The people of imported accounts, who get no mail until the owner is ready. */
function Uninvited({ count }: { count: number }) {
  const inviting = useChange(() => call(accounts.inviteAll, {}), 'accounts')
  const isOn = usePart('wholesale') === 'on'
  if (count === 0 || !isOn) return null
  const people = counted(count, 'person', 'people')
  const invite = () => {
    if (window.confirm(`Mail the link to join to ${people}?`)) inviting.mutate()
  }
  return (
    <Alert>
      <div className="stack-2 items-left">
        <p>
          {people} of imported accounts {plural(count, 'is', 'are')} not invited yet. You can also invite each
          one on the page of the account.
        </p>
        <Button look="line" busy={inviting.isPending} onClick={invite}>
          Invite {people}
        </Button>
      </div>
    </Alert>
  )
}

const NONE = {
  kind: 'first',
  text: 'No accounts yet. An account begins with a wholesale inquiry: send the application, and approve it. Or import the accounts that you have in another program.',
  action: (
    <p className="row-1-2">
      <Link to="/admin/messages?kind=wholesale">Wholesale inquiries</Link>
      <AllowedButton look="line" to="/admin/import">
        Import accounts
      </AllowedButton>
    </p>
  ),
} as const

function columnsOf(weigh: (grams: number) => string): Column<ListedAccount>[] {
  return [
    {
      name: 'ACCOUNT',
      sort: 'name',
      of: ({ _id, name, kind }) => (
        <>
          <Link to={accountPath(_id)}>{name}</Link>
          <div className="soft">{COMPANY_KINDS[kind]}</div>
        </>
      ),
      rowHeader: true,
      title: true,
    },
    { name: 'CITY', sort: 'city', of: ({ city }) => city, noWrap: true },
    {
      name: 'STATUS',
      sort: 'status',
      of: ({ status }) => COMPANY_STATES[status],
      noWrap: true,
    },
    { name: 'TERMS', of: termsText },
    { name: 'SALES TAX', of: ({ tax }) => TAX[tax] },
    {
      name: 'LOCATIONS, PEOPLE',
      of: ({ locations, people }) =>
        `${counted(locations, 'location')}, ${counted(people, 'person', 'people')}`,
      inline: true,
    },
    {
      name: 'PROMISED A MONTH',
      sort: 'promised',
      of: (account) => (
        <div>
          {account.promised ? weigh(account.promised) : ''}
          <OrderedShort of={account} />
        </div>
      ),
    },
  ]
}
