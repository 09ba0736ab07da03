/** How orders are packed: in the parcels that staff chose, or in as few boxes as hold the goods. */
import { formatBox, isWeightAssumed, pack, packInParcels, type Box } from '#shared/platform/parcel.ts'
import { itemOf, packedLines, type PackedItem } from '../../quotes/parcel.ts'
import { parcelsOf, type StoredParcel } from './parcels.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { PARCELS } from '#server/platform/settings/groups.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'

/** A parcel of an order with its goods. `stored` is null for a proposal, and for the only parcel of an order. */
export type PackedParcel = { number: number; items: PackedItem[]; stored: StoredParcel | null }

/** The parcels of these orders, one at least. Without stored ones, a proposal, or one parcel if no boxes hold the goods. */
export async function packOrders(
  shop: Shop,
  orderIds: readonly string[],
  db: Db = shop.db,
): Promise<Map<string, PackedParcel[]>> {
  if (orderIds.length === 0) return new Map()
  const { boxes } = await currentSettings(shop, PARCELS)
  const lines = Map.groupBy(await packedLines(db, orderIds).execute(), ({ order_id }) => order_id)
  const stored = await parcelsOf(db, orderIds)
  return new Map(
    orderIds.map((id) => {
      const items = (lines.get(id) ?? []).map(itemOf)
      return [id, stored.get(id)?.map((parcel) => toPacked(parcel, items)) ?? proposal(items, boxes)]
    }),
  )
}

function toPacked(stored: StoredParcel, items: PackedItem[]): PackedParcel {
  const packed = stored.goods.flatMap(({ line, qty }) => {
    const item = items.find((each) => each.line === line)
    return item ? [{ ...item, qty }] : []
  })
  return { number: stored.number, items: packed, stored }
}

function proposal(items: PackedItem[], boxes: readonly Box[]): PackedParcel[] {
  const parcels = packInParcels(items, boxes) ?? [items]
  return parcels.map((some, index) => ({ number: index + 1, items: some, stored: null }))
}

/** The box of some goods as text (empty if none holds them), their weight with it, and how many pieces they are. */
export function boxOf(items: readonly PackedItem[], boxes: readonly Box[]) {
  const packed = pack(items, boxes)
  return {
    box: packed ? formatBox(packed.box) : '',
    grams: packed?.grams ?? 0,
    assumed: [...new Set(items.filter(isWeightAssumed).map(({ name }) => name))],
    pieces: items.reduce((sum, { qty }) => sum + qty, 0),
  }
}

/** The same for an order in several parcels: the box says how many they are, and the weight is that of all together. */
export function boxesOf(parcels: readonly PackedParcel[], boxes: readonly Box[]) {
  const items = parcels.flatMap((parcel) => parcel.items)
  const [first, ...others] = parcels.map((parcel) => boxOf(parcel.items, boxes))
  if (others.length === 0) return first ?? boxOf([], boxes)
  const all = [first!, ...others]
  return {
    ...boxOf(items, boxes),
    box: all.every(({ box }) => box) ? `${parcels.length} parcels` : '',
    grams: all.reduce((sum, { grams }) => sum + grams, 0),
  }
}
