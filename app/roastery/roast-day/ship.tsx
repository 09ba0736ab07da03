import { Link } from 'react-router'
import type { DayOrder } from '#shared/roastery/api/roast-day.ts'
import { useOrderPath } from '#app/platform/orders/order-link.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import styles from './roast-day.module.css'
import { Card, Section } from './section.tsx'
import type { DayActions } from './use-day-actions.ts'

/** The filled orders of the day, with links to the screens where labels are bought and orders are handed over. */
export function Ship({ actions }: { actions: DayActions }) {
  const { orders } = actions.day
  const ready = orders.filter(({ isFilled, state }) => isFilled && state === 'paid')
  const toHandOver = ready.filter(({ isPickup }) => isPickup)
  const byVan = ready.filter(({ isByVan }) => isByVan)
  const toShip = ready.filter(({ isPickup, isByVan }) => !isPickup && !isByVan)
  const sent = orders.filter(({ state }) => state !== 'paid')
  const notFilled = orders.filter(({ isFilled, state }) => !isFilled && state === 'paid').length
  return (
    <Section title="Ship" actions={actions} intro={introOf(ready.length, notFilled, orders.length)}>
      {toShip.length > 0 ? (
        <Card title="To ship" note="Labels for many orders at once are under To ship." isNext>
          <div className={`row-2 align-middle ${styles.actions}`}>
            <ButtonLink className={styles.main} to="/admin/shipping">
              Buy the labels
            </ButtonLink>
          </div>
          <Orders orders={toShip} />
        </Card>
      ) : null}
      {byVan.length > 0 ? (
        <Card title="Our van" note="They need no label. The run sheet of the driver is under Deliveries.">
          <div className={`row-2 align-middle ${styles.actions}`}>
            <ButtonLink className={styles.main} to="/admin/deliveries">
              Open the deliveries
            </ButtonLink>
          </div>
          <Orders orders={byVan} />
        </Card>
      ) : null}
      {toHandOver.length > 0 ? (
        <Card title="For pickup">
          <div className={`row-2 align-middle ${styles.actions}`}>
            <ButtonLink className={styles.main} to="/admin/pickup">
              Mark as ready
            </ButtonLink>
          </div>
          <Orders orders={toHandOver} />
        </Card>
      ) : null}
      {sent.length > 0 ? (
        <Card title="Shipped and handed over">
          <Orders orders={sent} />
        </Card>
      ) : null}
    </Section>
  )
}

function introOf(open: number, notFilled: number, all: number): string {
  if (all === 0) return 'No order needs coffee of this day.'
  const missing = notFilled > 0 ? ` ${notFilled} more are not filled yet.` : ''
  if (open > 0) return `These orders have their bags.${missing}`
  return notFilled > 0 ? 'Fill the orders first.' : 'All orders of the day are on their way.'
}

function Orders({ orders }: { orders: DayOrder[] }) {
  return (
    <ul className="grid">
      {orders.map((order) => (
        <OrderRow key={order._id} order={order} />
      ))}
    </ul>
  )
}

function OrderRow({ order }: { order: DayOrder }) {
  const { _id, number, recipient, shippingService, isPickup } = order
  return (
    <li>
      <Link to={useOrderPath(_id)} className="reach">
        {number} {recipient}
      </Link>
      <span className="soft"> {isPickup ? 'Pickup' : shippingService}</span>
    </li>
  )
}
