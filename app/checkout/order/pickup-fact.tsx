import type { Order } from '#shared/checkout/api/orders.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { pickupText } from '#shared/platform/pickup.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { useFormatDate } from '#app/platform/orders/dates.ts'
import { GiftFacts } from '#app/platform/orders/gift.tsx'
import styles from '#app/platform/orders/order.module.css'
import { PickupPlace } from '#app/platform/orders/pickup-place.tsx'
import { Mark } from './fact-mark.tsx'

/** Where and when an order for pickup can be picked up. Shown instead of the shipping address. */
export function PickupFact({ order }: { order: Order }) {
  const { user, state, pickup, readyAt, keptUntil, deliveredAt } = order
  const formatTime = useFormatDate()
  const { place } = useBusiness()
  const isWaiting = state === 'pending' || state === 'capturing' || state === 'paid'
  return (
    <section className={styles.fact}>
      <h2>Pickup</h2>
      <p>
        {user.name}
        <br />
        <a href={`mailto:${user.email}`} className="break-words">
          {user.email}
        </a>
      </p>
      <PickupPlace />
      {order.gift ? <GiftFacts gift={order.gift} /> : null}
      {pickup && isWaiting && !readyAt ? <p>{pickupText(pickup, place)}.</p> : null}
      {readyAt && state === 'paid' ? (
        <Mark done>
          Ready since {formatTime(readyAt, 'dayAndTime')}
          {keptUntil ? `. We keep it until ${formatDate(keptUntil, 'weekday')}` : ''}
        </Mark>
      ) : null}
      <Mark done={deliveredAt !== null}>
        {deliveredAt ? `Picked up on ${formatTime(deliveredAt, 'dayAndTime')}` : 'Not Picked Up'}
      </Mark>
    </section>
  )
}
