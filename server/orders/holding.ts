/**
 * What one account and one network may hold without paying. Everybody who orders holds goods for half an hour, so that
 * without a limit one person could keep the whole stock from all others, for nothing. Decision 029.
 */
import { DAY, MINUTE, isoIn } from '../time/clock.ts'
import { conflict, type Refusal } from '../errors.ts'
import { refuse } from '../limits/refusal.ts'
import { HOLDING } from '../limits/rules.ts'
import type { Shop } from '../shop.ts'
import type { Line } from '../quotes/order-input.ts'
import { SIDES, readHeld, readWasted, type Holder, type Side } from './held.ts'

const WASTED_WITHIN = DAY

/**
 * Throws 409 or 429, in words that say what to do, when an order would hold too much. Of orders that are placed at
 * once, `guardHold` (held.ts) stops those that this lets through.
 * @param items one line per product
 * @param products the goods as they stand, by id
 */
export async function requireRoom(
  shop: Shop,
  holder: Holder,
  items: readonly Line[],
  products: ReadonlyMap<string, { name: string; count_in_stock: number }>,
): Promise<void> {
  if (!shop.limits.on) return
  for (const side of SIDES) {
    const held = await readHeld(shop, holder, side)
    if (held.orders >= HOLDING[side].orders) throw tooManyOrders(side)
    for (const { _id: productId, qty } of items) {
      const { name, count_in_stock: left } = products.get(productId)!
      const own = held.products.get(productId) ?? 0
      const most = mostOf(side, left + own)
      if (own + qty > most) throw tooLargeShare(side, { productId, name, own, most })
    }
    await requireNoWaste(shop, holder, side)
  }
}

/** The largest count of a product that one side may hold, out of all that it and the shelf have together. */
function mostOf(side: Side, all: number): number {
  const { timesLeft } = HOLDING[side]
  return Math.max(HOLDING.few, Math.floor((all * timesLeft) / (timesLeft + 1)))
}

/**
 * Throws 429 when the orders of one side that were closed unpaid within a day held goods for too long in all. One that
 * was cancelled at once hardly counts, one that ran out counts as a full hold.
 */
async function requireNoWaste(shop: Shop, holder: Holder, side: Side): Promise<void> {
  const budget = HOLDING[side].wasted * shop.config.holdMinutes * MINUTE
  let wasted = 0
  for (const closed of await readWasted(shop, holder, side, isoIn(shop.clock, -WASTED_WITHIN))) {
    const placedAt = Date.parse(closed.created_at)
    wasted += Date.parse(closed.closed_at!) - placedAt
    // The orders before this one are within the budget: there is room again when this one is a day old.
    if (wasted >= budget) throw tooMuchWaste(side, placedAt + WASTED_WITHIN - shop.clock.now().getTime())
  }
}

function tooManyOrders(side: Side): Refusal {
  const { orders } = HOLDING[side]
  if (side === 'account') {
    const words = `You have ${orders} orders that are not paid. Please pay for one of them or cancel it first`
    return conflict(words, { code: 'unpaid' })
  }
  return refuse(
    'Very many orders from your network are not paid. Please try again in half an hour, or write to us',
    { msBeforeNext: 30 * MINUTE },
  )
}

type Share = { productId: string; name: string; own: number; most: number }

function tooLargeShare(side: Side, { productId, name, own, most }: Share): Refusal {
  if (side === 'network') {
    const words = `Others in your network hold much of ${name} and have not paid yet`
    return conflict(`${words}. Please order fewer, or try again in half an hour`, {
      code: 'share',
      productId,
    })
  }
  const words = `You can hold ${most} of ${name} at most until you pay, so that some are left for others`
  const advice = own === 0 ? 'Please order fewer' : 'Please order fewer, or pay for what you hold first'
  return conflict(`${words}. ${advice}`, { code: 'share', productId, most })
}

function tooMuchWaste(side: Side, msBeforeNext: number): Refusal {
  const whose = side === 'account' ? 'of your orders' : 'orders from your network'
  return refuse(
    `Too many ${whose} were not paid within the last day. Please try again later, or write to us`,
    { msBeforeNext },
  )
}
