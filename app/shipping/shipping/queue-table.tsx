import type { Label, ToShip } from '#shared/shipping/api/labels.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { GiftMark } from '#app/platform/orders/gift.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { RowCheckBox } from '#app/platform/ui/row-check-box.tsx'
import type { Column, Sorting } from '#app/platform/ui/table.tsx'
import { SortedTable } from '#app/platform/admin/list/sorted-table.tsx'
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'
import styles from './shipping.module.css'
import { OrderLink } from '#app/platform/orders/order-link.tsx'

type Props = {
  orders: ToShip[]
  chosen: ReadonlySet<string>
  choose: (chosen: ReadonlySet<string>) => void
}

type SetRows = (ids: readonly string[], isChosen: boolean) => void

/** Paid orders that are not shipped yet, each with a checkbox. */
export function QueueTable({ orders, chosen, choose, sorting }: Props & { sorting: Sorting }) {
  const unsent = new Set(orders.filter(({ returnsAll }) => returnsAll).map(({ _id }) => _id))
  const set: SetRows = (ids, isChosen) => {
    const changed = new Set(ids.length > 1 && isChosen ? ids.filter((id) => !unsent.has(id)) : ids)
    choose(isChosen ? chosen.union(changed) : chosen.difference(changed))
  }
  return (
    <SortedTable
      label="Orders to ship"
      columns={columnsOf(chosen, set)}
      rows={orders}
      keyOf={(order) => order._id}
      sorting={sorting}
    />
  )
}

/** Chooses all orders of the list that may be sent, or none. */
export function ChooseAll({ orders, chosen, choose }: Props) {
  const first = orders.filter(({ returnsAll }) => !returnsAll)
  const isAll = first.every(({ _id }) => chosen.has(_id))
  return (
    <Button look="quiet" onClick={() => choose(new Set(isAll ? [] : first.map(({ _id }) => _id)))}>
      {isAll ? 'Choose none' : 'Choose all'}
    </Button>
  )
}

function columnsOf(chosen: ReadonlySet<string>, set: SetRows): Column<ToShip>[] {
  return [
    {
      name: 'BUYER',
      sort: 'name',
      rowHeader: true,
      title: true,
      of: ({ _id, number, name, recipient, isGift, place, paidAt }) => (
        <span className={`flex gap-2 align-middle ${styles.pick}`}>
          <RowCheckBox
            id={_id}
            aria-label={`Choose the order of ${name}, paid ${formatDate(paidAt, 'dayAndTime')}, No. ${number}`}
            checked={chosen.has(_id)}
            set={set}
          />
          <span className="grid">
            <OrderLink id={_id}>
              {name}
              <span className="visually-hidden">, order {number}</span>
            </OrderLink>
            <span className="soft">
              {number}, {recipient === name ? '' : `to ${recipient}, `}
              {place}
              {isGift ? (
                <>
                  {' '}
                  <GiftMark />
                </>
              ) : null}
            </span>
          </span>
        </span>
      ),
    },
    { name: 'PAID', sort: 'paid', noWrap: true, of: ({ paidAt }) => formatDate(paidAt, 'shortDay') },
    {
      name: 'SHIP BY',
      sort: 'ships',
      noWrap: true,
      of: ({ shipsOn }) => (shipsOn ? formatDate(shipsOn, 'shortWeekday') : ''),
    },
    { name: 'BOX', of: (order) => <Packing of={order} /> },
    {
      name: 'SHIPPING PAID',
      sort: 'shipping',
      align: 'end',
      noWrap: true,
      of: ({ shippingPrice }) => <Money dollars={shippingPrice} />,
    },
    {
      name: 'LABEL',
      of: ({ label, returnsAll }) => (
        <span className={returnsAll ? 'alarm strong' : 'soft'}>
          {returnsAll ? 'do not send: its money is going back' : labelState(label)}
        </span>
      ),
    },
  ]
}

/** The box, its contents, and how much coffee is still missing. */
function Packing({ of: { box, grams, pieces, bagsMissing } }: { of: ToShip }) {
  const weigh = useWeigh()
  return (
    <span className="grid">
      <span>{box || 'Too large for any box'}</span>
      <span className="soft">
        {counted(pieces, 'piece')}
        {grams > 0 ? `, ${weigh(grams)}` : ''}
      </span>
      {bagsMissing > 0 ? <span className="alarm strong">{counted(bagsMissing, 'bag')} missing</span> : null}
    </span>
  )
}

function labelState(label: Label | null): string {
  switch (label?.state) {
    case 'buying':
      return 'being bought'
    case 'bought':
      return 'bought'
    case 'failed':
      return `not bought: ${label.problem}`
    case 'voiding':
    case 'voided':
      return 'voided'
    case 'refused':
      return 'bought; could not be voided'
    case undefined:
      return 'none yet'
  }
}
