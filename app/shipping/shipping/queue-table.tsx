import type { Label, ToShip } from '#shared/shipping/api/labels.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { GiftMark } from '#app/platform/orders/gift.tsx'
import { CheckBox } from '#app/platform/ui/check-field.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import type { Column, Sorting } from '#app/platform/ui/table.tsx'
import { SortedTable } from '#app/platform/admin/sorted-table.tsx'
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'
import styles from './shipping.module.css'
import { OrderLink } from '#app/platform/orders/order-link.tsx'

type Props = {
  orders: ToShip[]
  chosen: ReadonlySet<string>
  choose: (chosen: ReadonlySet<string>) => void
}

/** Paid orders that are not shipped yet, each with a checkbox. */
export function QueueTable({ orders, chosen, choose, sorting }: Props & { sorting: Sorting }) {
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    choose(next)
  }
  return (
    <SortedTable
      label="Orders to ship"
      columns={columnsOf(chosen, toggle)}
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

function columnsOf(chosen: ReadonlySet<string>, toggle: (id: string) => void): Column<ToShip>[] {
  return [
    {
      name: 'BUYER',
      sort: 'name',
      rowHeader: true,
      title: true,
      of: ({ _id, number, name, recipient, isGift, place, paidAt }) => (
        <span className={`flex gap-2 align-middle ${styles.pick}`}>
          <CheckBox
            aria-label={`Choose the order of ${name}, paid ${formatDate(paidAt, 'dayAndTime')}, No. ${number}`}
            checked={chosen.has(_id)}
            onChange={() => toggle(_id)}
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
