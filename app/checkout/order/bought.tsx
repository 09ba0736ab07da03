import { bestDaysText } from '#shared/catalog/freshness.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { bestDaysOf, bestDaysOfLine } from '#shared/checkout/best-days-of-order.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { lineVariant } from '#shared/kernel/sizes.ts'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import styles from './bought.module.css'

/** The maximum number of lines. The list of items below shows all of them. */
const LINES = 3

/**
 * What was bought, in short. Each coffee has the days when it tastes best, if the coffees of the order differ in them;
 * otherwise the steps of the order have them.
 * @param today today at the shop: '2026-11-27'
 */
export function Bought({ order, today }: { order: Order; today: string }) {
  const { orderItems, isGiftCard } = order
  const more = orderItems.length - LINES
  const isSame = bestDaysOf(order, today) !== null
  return (
    <ul className={`grid packed ${styles.bought}`} aria-label="Your goods">
      {orderItems.slice(0, more === 1 ? LINES + 1 : LINES).map((line) => (
        <li key={line.line} className={`flex align-middle ${styles.line}`}>
          {isGiftCard ? null : (
            <FramedPicture of={line.picture} sizes="4rem" alt="" className={styles.picture} />
          )}
          <p className="may-shrink break-words">
            <span className="lining">
              {isGiftCard ? `${line.name} of ${formatDollars(line.price)}` : `${line.qty} × ${line.name}`}
            </span>
            <span className={`soft italic lining ${styles.note}`}>
              {[lineVariant(line), line.materialOrArtist].filter(Boolean).join(', ')}
            </span>
            {isSame ? null : <BestDays order={order} line={line} today={today} />}
          </p>
        </li>
      ))}
      {more > 1 ? <li className="soft italic">and {counted(more, 'more item')}, listed below</li> : null}
    </ul>
  )
}

function BestDays({
  order,
  line,
  today,
}: {
  order: Order
  line: Order['orderItems'][number]
  today: string
}) {
  const days = bestDaysOfLine(order, line, today)
  if (!days || days.to < today) return null
  return <span className={`lining ${styles.note}`}>Tastes best {bestDaysText(days)}</span>
}
