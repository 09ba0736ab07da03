/** The refusal of an order for which a roast day has no room, with what is possible instead: another day, or a split. */
import { formatDate } from '#shared/kernel/dates.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nextDeliveries } from './days.ts'
import type { PlannedOrder } from './place.ts'

/** How many of the next deliveries are looked at for room. */
const DAYS_AHEAD = 8

/**
 * `later`: the first delivery with room for all of it; null if none of the next has. `now`: how many pieces of each line fit
 * on the wanted day, in the order of the request.
 */
export async function fullDay(shop: Shop, planned: PlannedOrder): Promise<Error> {
  const { location, delivery, goods, handover } = planned
  const { need } = handover.method
  const day = formatDate(delivery.deliversOn, 'shortWeekday')
  if (!need) return conflict(`The roast for ${day} is full`, { code: 'full', later: null, now: [] })
  const next = await nextDeliveries(shop, location, DAYS_AHEAD)
  const later = next.find(
    ({ deliversOn, roastsOn }) =>
      deliversOn > delivery.deliversOn && roastsOn !== null && need.freeOn(roastsOn) >= need.grams,
  )
  const share = Math.max(0, need.freeOn(delivery.roastsOn!)) / need.grams
  const now = goods
    .toSorted((one, other) => one.position - other.position)
    .map(({ productId, sizeId, grind, qty, isRoastedToOrder, category }) => ({
      _id: productId,
      sizeId,
      grind,
      qty: isRoastedToOrder && category === COFFEE_BEANS ? Math.floor(qty * share) : qty,
    }))
  const fits = now.some(({ qty }) => qty > 0)
  const instead = [
    later ? `All of it can come on ${formatDate(later.deliversOn, 'shortWeekday')}` : '',
    fits ? 'part of it still fits' : '',
  ].filter(Boolean)
  const text = instead.length > 0 ? `. ${instead.join(', or ')}` : '. Please call us'
  return conflict(`The roast for ${day} is full${text}`, {
    code: 'full',
    later: later?.deliversOn ?? null,
    now: fits ? now : [],
  })
}
