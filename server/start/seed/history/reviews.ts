/** Invents reviews by buyers with an account, some days after their parcel arrived. */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import type { Random } from './random.ts'
import { idAt, type Rows } from './rows.ts'
import { GOODS_REVIEWS, REVIEW_REPLIES, REVIEWS } from './texts.ts'

const SHARE = 0.3

/**
 * Adds reviews of the delivered orders to `rows`.
 * @param notes the first cupping note of a product, by its id
 */
export function inventReviews({
  rows,
  random,
  now,
  notes,
}: {
  rows: Rows
  random: Random
  now: Date
  notes: ReadonlyMap<string, string>
}): void {
  const written = new Set<string>()
  const used = new Set<string>()
  const linesOf = Map.groupBy(rows.order_lines, ({ order_id: order }) => order)
  for (const order of rows.orders) {
    if (order.state !== 'delivered' || !order.user_id || !order.delivered_at) continue
    for (const line of linesOf.get(order.id)!) {
      const at = new Date(Date.parse(order.delivered_at) + random.int(1, 6) * DAY + random.int(0, 9) * HOUR)
      const key = `${order.user_id} ${line.product_id}`
      if (written.has(key) || at > now || !random.chance(SHARE)) continue
      written.add(key)
      const isCoffee = line.category === COFFEE_BEANS
      const rating = random.weighted([
        [5, 60],
        [4, 30],
        [3, isCoffee ? 8 : 0],
        [2, isCoffee ? 2 : 0],
      ] as const)
      const texts = isCoffee ? REVIEWS[rating]! : GOODS_REVIEWS
      // A product does not get the same text twice.
      const text = texts.find((each) => !used.has(`${line.product_id} ${each}`) && random.chance(0.5))
      if (text === undefined) continue
      used.add(`${line.product_id} ${text}`)
      const hasReply = rating <= 4 && random.chance(0.4) && now.getTime() - at.getTime() > DAY
      rows.reviews.push({
        id: idAt(at, random),
        product_id: line.product_id,
        user_id: order.user_id,
        name: order.buyer_name,
        rating,
        comment: text.replace('{note}', notes.get(line.product_id) ?? 'sweetness'),
        is_by_buyer: 1,
        created_at: at.toISOString(),
        reply: hasReply ? random.pick(REVIEW_REPLIES) : null,
        replied_at: hasReply ? new Date(at.getTime() + 20 * HOUR).toISOString() : null,
        replied_by: hasReply ? 'Frame Roasters' : null,
      })
    }
  }
}
