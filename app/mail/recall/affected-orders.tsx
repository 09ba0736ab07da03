import { Link } from 'react-router'
import type { TracedOrder } from '#shared/mail/api/recall.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatPhone } from '#shared/kernel/phone.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import { Email, Table, type Column } from '#app/platform/ui/table.tsx'
import { pathOfPlace } from './paths.ts'
import styles from './recall.module.css'

/** The orders of a trace: the coffee that each got, its buyer, and where it was sent. */
export function AffectedOrders({ orders }: { orders: TracedOrder[] }) {
  return <Table label="Orders" columns={COLUMNS} rows={orders} keyOf={({ _id }) => _id} />
}

const COLUMNS: Column<TracedOrder>[] = [
  {
    name: 'Order',
    rowHeader: true,
    title: true,
    of: ({ _id: id, code, orderedAt, hasLeft, state }) => (
      <>
        <Link to={`/order/${id}`}>{code}</Link>
        <span className={styles.small}>
          {formatDate(orderedAt, 'shortDay')}, {hasLeft ? state : `${state}, not sent`}
        </span>
      </>
    ),
  },
  {
    name: 'Buyer',
    of: ({ name, email }) => (
      <>
        {name}
        <span className={styles.small}>{email ? <Email>{email}</Email> : 'no email'}</span>
      </>
    ),
  },
  {
    name: 'Sent to',
    wide: true,
    of: ({ isPickup, recipient, address, phone }) => (
      <>
        {isPickup ? 'Picked up at the bar' : `${recipient}, ${address}`}
        {phone ? <span className={styles.small}>{formatPhone(phone)}</span> : null}
      </>
    ),
  },
  {
    name: 'Coffee',
    wide: true,
    of: ({ coffees }) =>
      coffees.map(({ name, size, grind, qty, refunded, lot }) => (
        <span key={`${name} ${size} ${grind} ${lot}`} className={styles.coffee}>
          {qty} × {name}, {variantText({ size, grind })}
          <span className={styles.small}>
            lot {lot}
            {refunded > 0 ? `, ${refunded} refunded` : ''}
          </span>
        </span>
      )),
  },
  {
    name: 'Trace',
    hideName: true,
    noWrap: true,
    of: ({ _id: id, code }) => (
      <Link to={pathOfPlace(id)} aria-label={`Trace back order ${code}`}>
        Trace back
      </Link>
    ),
  },
]
