/**
 * Limits on unpaid goods. Each order holds its goods for half an hour, so without limits one person could block the
 * whole stock without paying. Decision 029.
 */
import { DAY, MINUTE, isoIn } from '#server/kernel/time/clock.ts'
import { conflict, type Refusal } from '#server/kernel/errors.ts'
import { refuse } from '#server/kernel/limits/counters.ts'
import { HOLDING } from '#server/kernel/limits/rules.ts'
import { sellingOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SizeTotal } from '../../quotes/goods.ts'
import { SCOPES, readHeld, readClosedUnpaid, type Holder, type Scope } from '../held-goods.ts'

const WASTED_WITHIN = DAY

/**
 * Throws 409 or 429, with a message that says what to do, if an order would hold too much. Concurrent orders can all
 * pass this check; `guardHoldLimits` (held-goods.ts) then refuses those above the limit.
 * @param sizes one entry per size, with its current stock
 */
export async function requireWithinHoldLimits(
  shop: Shop,
  holder: Holder,
  sizes: readonly SizeTotal[],
): Promise<void> {
  if (!shop.limits.on) return
  for (const scope of SCOPES) {
    const held = await readHeld(shop, holder, scope)
    if (held.orders >= HOLDING[scope].orders) throw tooManyOrders(scope)
    for (const { productId, sizeId, title: name, left, qty } of sizes) {
      const own = held.sizes.get(sizeId) ?? 0
      const most = maxQtyOf(scope, left + own)
      if (own + qty > most) throw tooLargeShare(scope, { productId, sizeId, name, own, most })
    }
    await requireFewUnpaid(shop, holder, scope)
  }
}

/**
 * The largest quantity of a size that one account or network may hold.
 * @param all the quantity that it holds now plus the stock
 */
function maxQtyOf(scope: Scope, all: number): number {
  const { timesLeft } = HOLDING[scope]
  return Math.max(HOLDING.few, Math.floor((all * timesLeft) / (timesLeft + 1)))
}

/**
 * Throws 429 if the orders that were closed unpaid within the last day held goods for too long in total. An order
 * counts for the time for which it held goods, so an expired order counts as a full hold.
 */
async function requireFewUnpaid(shop: Shop, holder: Holder, scope: Scope): Promise<void> {
  const { holdMinutes } = await sellingOf(shop)
  const budget = HOLDING[scope].wasted * holdMinutes * MINUTE
  let wasted = 0
  for (const closed of await readClosedUnpaid(shop, holder, scope, isoIn(shop.clock, -WASTED_WITHIN))) {
    const placedAt = Date.parse(closed.created_at)
    wasted += Date.parse(closed.closed_at!) - placedAt
    // Without this order, the newer orders are within the limit. So ordering is possible again when this order is a day
    // old.
    if (wasted >= budget) throw tooManyUnpaid(scope, placedAt + WASTED_WITHIN - shop.clock.now().getTime())
  }
}

function tooManyOrders(scope: Scope): Refusal {
  const { orders } = HOLDING[scope]
  if (scope === 'account') {
    const message = `You have ${orders} orders that are not paid. Please pay for one of them or cancel it first`
    return conflict(message, { code: 'unpaid' })
  }
  return refuse(
    'Too many orders from your network are not paid. Please try again in half an hour, or write to us',
    { msBeforeNext: 30 * MINUTE },
  )
}

type Share = { productId: string; sizeId: string; name: string; own: number; most: number }

function tooLargeShare(scope: Scope, { productId, sizeId, name, own, most }: Share): Refusal {
  if (scope === 'network') {
    const message = `Others in your network hold much of ${name} and have not paid yet`
    return conflict(`${message}. Please order fewer, or try again in half an hour`, {
      code: 'share',
      productId,
      sizeId,
    })
  }
  const message = `You can hold ${most} of ${name} at most until you pay, so that some are left for others`
  const advice = own === 0 ? 'Please order fewer' : 'Please order fewer, or pay for what you hold first'
  return conflict(`${message}. ${advice}`, { code: 'share', productId, sizeId, most })
}

function tooManyUnpaid(scope: Scope, msBeforeNext: number): Refusal {
  const whose = scope === 'account' ? 'of your orders' : 'orders from your network'
  return refuse(
    `Too many ${whose} were not paid within the last day. Please try again later, or write to us`,
    { msBeforeNext },
  )
}
