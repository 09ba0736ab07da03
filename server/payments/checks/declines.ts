/**
 * Limits on payments that did not go through: bots test the numbers of stolen cards with them. Above a limit, no payment is
 * opened or captured. decisions/029-rate-limits.md
 */
import { HOUR, isoIn } from '#server/kernel/time/clock.ts'
import { conflict, type Refusal } from '#server/kernel/errors.ts'
import { refuse } from '#server/kernel/limits/counters.ts'
import { DECLINES } from '#server/kernel/limits/rules.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Throws 409 and 429 as `tooManyDeclines` says. */
export async function requireFewDeclines(shop: Shop, orderId: string): Promise<void> {
  const refusal = await tooManyDeclines(shop, orderId)
  if (refusal) throw refusal
}

/**
 * The 409 with the code `declines` if too many payments of the order did not go through, or the 429 if too many payments for
 * orders of its account or network did not, within an hour. Null if the order can be paid.
 */
export async function tooManyDeclines(shop: Shop, orderId: string): Promise<Refusal | null> {
  if (!shop.limits.on) return null
  const { order, holder } = DECLINES
  const ofOrder = await attemptsOf(shop).where('order_id', '=', orderId).executeTakeFirstOrThrow()
  if (ofOrder.count >= order) {
    const message = `${order} payments of this order did not go through, so it takes no more. Nothing was charged`
    return conflict(`${message}. Please ask your bank and order again later, or write to us`, {
      code: 'declines',
    })
  }
  const ofHolder = await attemptsOf(shop)
    .where('created_at', '>', isoIn(shop.clock, -HOUR))
    .where('order_id', 'in', ordersOfHolder(shop, orderId))
    .executeTakeFirstOrThrow()
  if (ofHolder.count < holder) return null
  const message = 'Too many payments from your network did not go through. Nothing was charged'
  return refuse(`${message}. Please try again in an hour, or write to us`, { msBeforeNext: HOUR })
}

/** Attempts that took no money. The shop's own charges of saved payment methods do not count. */
function attemptsOf({ db }: Shop) {
  return db
    .selectFrom('payments')
    .where('payment_method_id', 'is', null)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>(eb('attempt', '-', 1)), eb.lit(0)).as('count'))
}

/** The orders of the last day that were placed with the account or from the network of an order. */
function ordersOfHolder({ db, clock }: Shop, orderId: string) {
  const since = isoIn(clock, -24 * HOUR)
  const account = db.selectFrom('orders').select('user_id').where('id', '=', orderId)
  const network = db.selectFrom('order_networks').select('network').where('order_id', '=', orderId)
  return db
    .selectFrom('orders')
    .select('id as order_id')
    .where('user_id', '=', account)
    .where('created_at', '>', since)
    .union(
      db
        .selectFrom('order_networks')
        .select('order_id')
        .where('network', '=', network)
        .where('placed_at', '>', since),
    )
}
