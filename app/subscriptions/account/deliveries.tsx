import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { Money } from '#app/platform/ui/money.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { OrderButton } from './failed-payment.tsx'
import styles from './subscription.module.css'
import { dayText } from './texts.ts'

type Delivery = Subscription['deliveries'][number]

/** The deliveries so far, with their orders. */
export function Deliveries({ of: deliveries }: { of: Delivery[] }) {
  return (
    <section className="stack-2 may-shrink break-words" aria-labelledby="deliveries">
      <div className={styles.partHead}>
        <h2 id="deliveries">Deliveries so far</h2>
      </div>
      {deliveries.length === 0 ? (
        <p>None yet.</p>
      ) : (
        <Table
          label="Deliveries so far"
          columns={COLUMNS}
          rows={deliveries}
          keyOf={({ number }) => String(number)}
        />
      )}
    </section>
  )
}

const COLUMNS: Column<Delivery>[] = [
  { name: 'DAY', of: ({ plannedOn }) => dayText(plannedOn), rowHeader: true, noWrap: true, inline: true },
  { name: 'STATE', of: stateText },
  {
    name: 'TOTAL',
    of: ({ order }) => (order ? <Money dollars={order.total} /> : '–'),
    align: 'end',
    noWrap: true,
  },
  {
    name: 'ORDER',
    of: ({ order }) =>
      order ? (
        <OrderButton look="quiet" order={order} aria-label={`Order ${order.number}`}>
          {order.number}
        </OrderButton>
      ) : (
        '–'
      ),
    align: 'end',
    noWrap: true,
  },
]

function stateText({ state, order, reason, retriesAt }: Delivery): string {
  if (state === 'skipped') return reason || 'Skipped'
  if (state === 'waiting') return 'Waiting for coffee'
  if (state === 'unpaid') return 'Not paid, not sent'
  if (state === 'charging') return retriesAt ? 'Payment failed' : 'Being paid'
  if (order?.state === 'shipped') return 'Shipped'
  if (order?.state === 'delivered') return 'Delivered'
  return order?.state === 'refunded' ? 'Refunded' : 'Paid'
}
