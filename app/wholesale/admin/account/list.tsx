import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { accounts, TAX_STATES, type ListedAccount } from '#shared/wholesale/api/accounts.ts'
import { termsText } from '#shared/wholesale/account-texts.ts'
import { COMPANY_KINDS, COMPANY_STATES, type CompanyState } from '#shared/wholesale/resources/company.ts'
import { counted } from '#shared/kernel/counts.ts'
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
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'
import { usePart } from '#app/platform/api/business.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import type { Column } from '#app/platform/ui/table.tsx'
import { Ordered } from './ordered.tsx'
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
  const weigh = useWeigh()
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
        <Choice label="Promise" base={BASE} name="below" options={{ '': 'Any amount', promise: BELOW }} />
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
          <SortedTable
            label="Accounts"
            columns={columnsOf(weigh)}
            rows={data.accounts}
            keyOf={({ _id }) => _id}
            sorting={sorting}
          />
        )}
      </AdminList>
    </>
  )
}

const NONE = {
  kind: 'first',
  text: 'No accounts yet. An account begins with a wholesale inquiry: send the application, and approve it.',
  action: <Link to="/admin/messages?kind=wholesale">Wholesale inquiries</Link>,
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
    { name: 'CITY', sort: 'city', of: ({ city }) => city, inline: true },
    { name: 'STATUS', sort: 'status', of: ({ status }) => COMPANY_STATES[status], inline: true },
    { name: 'TERMS', of: termsText, inline: true },
    { name: 'SALES TAX', of: ({ tax }) => TAX[tax], inline: true },
    {
      name: 'LOCATIONS, PEOPLE',
      of: ({ locations, people }) =>
        `${counted(locations, 'location')}, ${counted(people, 'person', 'people')}`,
      inline: true,
    },
    {
      name: 'PROMISED',
      sort: 'promised',
      of: ({ promised }) => (promised ? `${weigh(promised)} a month` : ''),
      align: 'end',
      inline: true,
    },
    { name: 'ORDERED', of: (account) => <Ordered of={account} /> },
  ]
}
