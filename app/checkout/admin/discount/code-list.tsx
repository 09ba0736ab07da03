import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { discounts, type ListedCode } from '#shared/checkout/api/discounts.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { codeLabel } from '#shared/platform/discount-text.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { usePart } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { RowActions, type Column } from '#app/platform/ui/table.tsx'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { DeleteButton } from '#app/platform/admin/delete-button.tsx'
import { WholeList } from '#app/platform/admin/list/whole-list.tsx'
import { NEW } from '#app/platform/admin/form/edit-page.tsx'

export const LIST = '/admin/discounts'

/** The discount codes with their uses, and the rules for all of them. */
export default function CodeList() {
  return <AdminPage actions={<AddCode />}>{() => <List />}</AdminPage>
}

/** Nothing if the owner wants no new codes. */
function AddCode() {
  if (usePart('discountCodes') !== 'on') return null
  return <ButtonLink to={`${LIST}/${NEW}/edit`}>Add code</ButtonLink>
}

function List() {
  const list = useQuery(ask(discounts.list, {}))
  return (
    <>
      <p>
        An order can have one code. A code is not combined with a subscription discount: each item gets the
        larger of the two. Sales tax is computed after the discount. If an order is not paid, its use of the
        code does not count. A refunded order still counts.
      </p>
      <WholeList
        answer={list}
        what="discount codes"
        base={LIST}
        columns={COLUMNS}
        keyOf={({ _id }) => _id}
        empty={NO_CODES}
      />
    </>
  )
}

const NO_CODES = {
  kind: 'first',
  text: 'No codes yet. Buyers can type a code in the cart, or open a link that contains it.',
  action: <AddCode />,
} as const

const COLUMNS: Column<ListedCode>[] = [
  {
    name: 'CODE',
    sort: 'code',
    by: ({ code }) => code,
    of: ({ _id, code, note }) => (
      <>
        <Link to={`${LIST}/${_id}/edit`}>{code}</Link>
        {note ? <div>{note}</div> : null}
      </>
    ),
    rowHeader: true,
    title: true,
  },
  { name: 'TAKES OFF', of: whatOf, inline: true },
  { name: 'STATE', sort: 'state', by: ({ state }) => state, of: stateOf, inline: true },
  {
    name: 'USES',
    sort: 'uses',
    by: ({ used }) => used,
    of: ({ used, total }) => `${formatNumber(used)}${total === null ? '' : ` of ${formatNumber(total)}`}`,
    align: 'end',
    noWrap: true,
  },
  {
    name: 'SAVED',
    sort: 'saved',
    by: ({ saved }) => saved,
    of: ({ saved }) => <Money dollars={saved} />,
    align: 'end',
    noWrap: true,
  },
  {
    name: 'TURNOVER',
    sort: 'turnover',
    by: ({ turnover }) => turnover,
    of: ({ turnover }) => <Money dollars={turnover} />,
    align: 'end',
    noWrap: true,
  },
  {
    name: 'ACTIONS',
    hideName: true,
    wide: true,
    of: ({ _id, code, used }) => (
      <RowActions>
        <ButtonLink look="quiet" to={`${LIST}/${_id}/edit`} aria-label={`Edit ${code}`}>
          Edit
        </ButtonLink>
        {used > 0 ? null : (
          <DeleteButton
            name={code}
            remove={() => call(discounts.remove, { params: { id: _id } })}
            done="Discount code deleted"
            of={['discounts']}
          />
        )}
      </RowActions>
    ),
  },
]

/** '10% off, first order only' */
function whatOf(listed: ListedCode): string {
  const { kind, percent, amount, firstOrderOnly, minimum, categories, products } = listed
  const [stored, value] =
    kind === 'Percentage'
      ? (['percent', percent] as const)
      : kind === 'Amount'
        ? (['amount', amount ?? 0] as const)
        : (['shipping', 0] as const)
  const rules = [
    ...(categories.length + products.length > 0 ? ['selected goods'] : []),
    ...(minimum === null ? [] : [`from ${formatDollars(minimum)}`]),
    ...(firstOrderOnly ? ['first order only'] : []),
  ]
  return [codeLabel('', stored, value).trim().slice(1, -1), ...rules].join(', ')
}

function stateOf({ state, startsOn, endsOn }: ListedCode): string {
  switch (state) {
    case 'off':
      return 'Switched off'
    case 'later':
      return `From ${formatDate(startsOn, 'shortDay')}`
    case 'ended':
      return `Ended ${formatDate(endsOn, 'shortDay')}`
    case 'used up':
      return 'Used up'
    case 'active':
      return endsOn ? `Active until ${formatDate(endsOn, 'shortDay')}` : 'Active'
  }
}
