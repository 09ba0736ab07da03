/** The refusal of an order for which a roast day has no room, with what is possible instead: another day, or a split. */
import { formatDate } from '#shared/kernel/dates.ts'
import { roomFor } from '#shared/wholesale/room.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Goods } from '#server/checkout/quotes/goods.ts'
import type { Shop } from '#server/platform/shop.ts'
import { piecesOf } from '../capacity/wholesale-need.ts'
import { nextDeliveries } from './days.ts'
import { packsOf } from './goods.ts'
import type { PlannedOrder } from './planned-order.ts'

/** How many of the next deliveries are looked at for room. */
const DAYS_AHEAD = 8

/**
 * `day`: the first delivery with room for all of it. `split`: the lines that fit on the wanted day, and those for the other
 * day. Both are null if nothing fits.
 */
export async function fullDay(
  shop: Shop,
  { orderer, location, delivery, goods, handover }: PlannedOrder,
): Promise<Error> {
  const asked = goods.toSorted((one, other) => one.position - other.position)
  const packs = await packsOf(shop, asked)
  const lines = await piecesOf(
    shop,
    asked.map((line) => ({ ...line, pack: packs.get(line.sizeId) ?? null })),
  )
  const next = await nextDeliveries(shop, location, DAYS_AHEAD)
  const later = next.filter(({ deliversOn }) => deliversOn > delivery.deliversOn)
  const room = roomFor(handover.method.need, delivery, { lines, later })
  const { next: day, split: parts } = room.fits ? { next: null, split: null } : room
  // A weekly link has one order: its second part would replace the first one.
  const split = orderer.by === 'link' ? null : parts
  const of = (pieces: readonly number[]) => asked.flatMap((line, index) => lineOf(line, pieces[index]!))
  const instead = [
    day ? `all of it can come on ${formatDate(day.deliversOn, 'shortWeekday')}` : '',
    split ? `a part now and the rest on ${formatDate(split.laterOn.deliversOn, 'shortWeekday')}` : '',
  ].filter(Boolean)
  const full = `The roast for ${formatDate(delivery.deliversOn, 'shortWeekday')} is full`
  return conflict(`${full}: ${instead.join(', or ') || 'please call us'}`, {
    code: 'full',
    day: day?.deliversOn ?? null,
    split: split && { now: of(split.now), later: of(split.later), laterOn: split.laterOn.deliversOn },
  })
}

function lineOf({ productId: product, sizeId, grind }: Goods, qty: number) {
  return qty === 0 ? [] : [{ product, sizeId, grind, qty }]
}
