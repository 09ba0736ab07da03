/** The price lists of the shop: /admin/price-lists. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { counted, formatNumber } from '#shared/kernel/counts.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { priceLists } from '#shared/wholesale/api/price-lists.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { DeleteButton } from '#app/platform/admin/delete-button.tsx'
import { NEW } from '#app/platform/admin/form/edit-page.tsx'
import { WholeList } from '#app/platform/admin/list/whole-list.tsx'
import { uniqueNames } from '#app/platform/admin/unique-names.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { RowActions, type Column } from '#app/platform/ui/table.tsx'

export const LIST = '/admin/price-lists'
export const pathOf = (id: string) => `/admin/price-list/${id}/edit`

type Listed = Reply<typeof priceLists.list>['priceLists'][number]

export default function PriceLists() {
  return (
    <AdminPage actions={<ButtonLink to={pathOf(NEW)}>Add price list</ButtonLink>}>{() => <List />}</AdminPage>
  )
}

function List() {
  const answer = useQuery({ ...ask(priceLists.list, {}), staleTime: 0 })
  const lists = { ...answer, data: answer.data?.priceLists }
  return (
    <>
      <p className="measure soft">
        One price wins, and none are added up: the price of the account’s list that applies on the day; else
        the percentage off the price in the shop; else the account does not see the product.
      </p>
      <WholeList
        answer={lists as never}
        what="price lists"
        base={LIST}
        columns={columnsOf}
        keyOf={({ _id }: Listed) => _id}
        empty={{ kind: 'first', text: 'No price lists yet. One list can serve many accounts.' }}
      />
    </>
  )
}

function columnsOf(listed: Listed[]): Column<Listed>[] {
  const label = uniqueNames(listed)
  return [
    {
      name: 'NAME',
      sort: 'name',
      by: ({ name }) => name,
      of: (list) => (
        <Link to={pathOf(list._id)} aria-label={label(list)}>
          {list.name}
        </Link>
      ),
      rowHeader: true,
      title: true,
    },
    { name: 'PRICES', of: ({ prices }) => formatNumber(prices.length), align: 'end', inline: true },
    {
      name: 'OTHERS',
      of: ({ percentOff }) => (percentOff === null ? 'Not sold' : `${percentOff}% off the shop`),
      inline: true,
    },
    {
      name: 'BREAKS',
      of: ({ breaks }) => breaks.map(({ pounds, percent }) => `${percent}% from ${pounds} lb`).join(', '),
    },
    {
      name: 'ACCOUNTS',
      sort: 'accounts',
      by: ({ accounts }) => accounts,
      of: ({ accounts }) => counted(accounts, 'account'),
      inline: true,
    },
    {
      name: 'ACTIONS',
      of: (list) => (
        <RowActions>
          <ButtonLink look="quiet" to={pathOf(list._id)} aria-label={`Edit ${label(list)}`}>
            Edit
          </ButtonLink>
          <DeleteButton
            name={label(list)}
            remove={() => call(priceLists.remove, { params: { id: list._id } })}
            done="Price list deleted"
            of={['price-lists']}
          />
        </RowActions>
      ),
      hideName: true,
    },
  ]
}
