/** The room of wholesale orders on roast days: what is left of a day, without the share that the owner keeps for retail. */
import { sql } from 'kysely'
import type { ShippingSettings } from '#shared/platform/settings/shipping.ts'
import type { Piece } from '#shared/wholesale/room.ts'
import { needOfGoods, type CapacityShare, type Need } from '#server/roastery/delivery/capacity.ts'
import { greenWith, lossesOf, type Bags } from '#server/roastery/delivery/green-coffee.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { WHOLESALE } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'

type Goods = Bags & { isRoastedToOrder: boolean }

/**
 * The green coffee that a wholesale order needs, with the room that its roast days have for wholesale. The writer of orders
 * checks the same room again in its transaction. Null if nothing of it is roasted to order.
 * @param isAllowed whether staff exceed the capacity knowingly, or a standing order has booked it ahead: then no day is full
 */
export async function wholesaleNeed(
  shop: Shop,
  settings: ShippingSettings,
  goods: readonly Goods[],
  { exceptOrder = '', isAllowed = false }: { exceptOrder?: string; isAllowed?: boolean } = {},
): Promise<Need | null> {
  const need = await needOfGoods(shop, settings, goods, exceptOrder, await wholesaleShare(shop))
  if (!need || !isAllowed) return need
  return { ...need, isLimited: false, freeOn: () => Infinity, capacityOn: () => Infinity }
}

/** The part of a day that wholesale orders can take. */
async function wholesaleShare(shop: Shop): Promise<CapacityShare> {
  const { retailPercent } = await currentSettings(shop, WHOLESALE)
  return { percent: 100 - retailPercent, counts: sql<boolean>`orders.company_id is not null` }
}

/** The green coffee of a piece of each line, for the answer about a full day. */
export async function piecesOf(
  shop: Shop,
  goods: readonly (Goods & { pack: number | null })[],
): Promise<Piece[]> {
  const losses = await lossesOf(shop.db, [...new Set(goods.map(({ productId }) => productId))])
  return goods.map((line) => ({
    qty: line.qty,
    pack: line.pack,
    greenGrams: line.isRoastedToOrder ? greenWith(losses, [{ ...line, qty: 1 }]) : 0,
  }))
}
