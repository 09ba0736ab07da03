/** Splits an order into parcels. A parcel with a label, or that has left, keeps its goods. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { labels, OrderLabel } from '#shared/shipping/api/labels.ts'
import { counted } from '#shared/kernel/counts.ts'
import type { ParcelGoods } from '#shared/checkout/api/parcels.ts'
import { pack } from '#shared/platform/parcel.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest, conflict } from '#server/kernel/errors.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { note, recordOrder } from '#server/checkout/orders/history.ts'
import { orderRow } from '#server/checkout/orders/read/order.ts'
import { parcelsOf } from '#server/checkout/orders/read/parcels.ts'
import { itemOf, packedLines } from '#server/checkout/quotes/parcel.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { PARCELS } from '#server/platform/settings/groups.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { labelOf } from './label-admin.ts'
import { packOrders } from '#server/checkout/orders/read/packing.ts'

/**
 * Splits a paid order into these parcels; one parcel undoes it. The same parcels again change nothing. Throws 400 if a piece is
 * in no parcel or in two, 409 if the parcels were changed meanwhile, or the goods of a parcel that has a label or has left
 * would change.
 */
export async function splitOrder(
  shop: Shop,
  staff: SignedIn,
  id: string,
  { version, parcels }: Body<typeof labels.split>,
): Promise<OrderLabel> {
  const order = await orderRow(shop, id)
  if (order.is_pickup) throw conflict('This order is picked up at the bar, so it has no parcels')
  const wanted = parcels.map(({ goods }) => goods.toSorted((one, other) => one.line - other.line))
  await transact(shop.db, async (tx) => {
    const stored = (await parcelsOf(tx, [id])).get(id) ?? null
    if (stored ? sameGoods(stored, wanted) : wanted.length === 1) return
    await begin(tx, id, version)
    await requireAllPieces(tx, id, wanted)
    await requireBoxes(shop, tx, id, wanted)
    await requireKept(tx, id, wanted)
    await store(tx, id, wanted)
    await note(tx, shop, id, staff.name, `Packed in ${counted(wanted.length, 'parcel')}`).execute()
    await recordOrder(tx, shop, staff, id, 'Changed the parcels', [
      { field: 'Parcels', before: String(stored?.length ?? 1), after: String(wanted.length) },
    ])
  })
  return labelOf(shop, id)
}

/** Stores the proposed parcels of an order that one box does not hold, before its first label is bought. */
export async function keepProposal(shop: Shop, id: string): Promise<void> {
  const parcels = (await packOrders(shop, [id])).get(id)!
  if (parcels.length === 1 || parcels[0]!.stored) return
  await transact(shop.db, async (tx) => {
    const { split_version: version } = await tx
      .selectFrom('orders')
      .select('split_version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await begin(tx, id, version)
    if ((await parcelsOf(tx, [id])).has(id)) return
    const goods = parcels.map(({ items }) => items.map(({ line, qty }) => ({ line, qty })))
    await requireKept(tx, id, goods)
    await store(tx, id, goods)
  })
}

/** Locks the order, and gives its parcels a new version. Throws 409. */
async function begin(tx: Tx, id: string, version: number): Promise<void> {
  const changed = await tx
    .updateTable('orders')
    .set((eb) => ({ split_version: eb('split_version', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'paid')
    .where('split_version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (changed) return
  const { state } = await tx
    .selectFrom('orders')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  throw conflict(
    state === 'paid'
      ? 'The parcels of this order were changed meanwhile. Please look again'
      : 'Only the parcels of a paid order that is not shipped can be changed',
    { code: 'parcels' },
  )
}

async function requireAllPieces(tx: Tx, id: string, parcels: readonly ParcelGoods[]): Promise<void> {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['position', 'qty', 'name'])
    .where('order_id', '=', id)
    .execute()
  const packed = new Map<number, number>()
  for (const goods of parcels) {
    const positions = goods.map(({ line }) => line)
    if (new Set(positions).size < positions.length) throw badRequest('A line is twice in a parcel')
    for (const { line, qty } of goods) packed.set(line, (packed.get(line) ?? 0) + qty)
  }
  for (const { position, qty, name } of lines) {
    const count = packed.get(position) ?? 0
    if (count !== qty)
      throw badRequest(`${counted(qty, 'piece')} of ${name} must be in the parcels, not ${count}`)
    packed.delete(position)
  }
  if (packed.size > 0) throw badRequest('A parcel has goods that are not in this order')
}

/** Throws 400 if no box holds the goods of a parcel. */
async function requireBoxes(shop: Shop, tx: Tx, id: string, parcels: readonly ParcelGoods[]): Promise<void> {
  const { boxes } = await currentSettings(shop, PARCELS)
  const items = (await packedLines(tx, [id]).execute()).map(itemOf)
  for (const [index, goods] of parcels.entries()) {
    const packed = goods.flatMap(({ line, qty }) =>
      items.filter((item) => item.line === line).map((item) => ({ ...item, qty })),
    )
    if (!pack(packed, boxes))
      throw badRequest(
        `No box holds the goods of parcel ${index + 1}, or it is heavier than the carrier takes`,
      )
  }
}

/** Throws 409 if the goods of a parcel would change that has a label or has left. */
async function requireKept(tx: Tx, id: string, parcels: readonly ParcelGoods[]): Promise<void> {
  const labeled = await tx
    .selectFrom('labels')
    .select('parcel_number as number')
    .where('order_id', '=', id)
    .where('state', 'in', ['buying', 'bought', 'voiding', 'refused'])
    .execute()
  const stored = (await parcelsOf(tx, [id])).get(id) ?? []
  const kept = new Set([
    ...labeled.map(({ number }) => number),
    ...stored.filter((parcel) => parcel.left_at !== null).map(({ number }) => number),
  ])
  for (const number of kept) {
    const before = stored.find((parcel) => parcel.number === number)?.goods
    const after = parcels[number - 1]
    if (!before || !after || !same(before, after))
      throw conflict(`Parcel ${number} has a label or has left. Void its label before you change its goods`)
  }
}

async function store(tx: Tx, id: string, parcels: readonly ParcelGoods[]): Promise<void> {
  const kept = new Map(((await parcelsOf(tx, [id])).get(id) ?? []).map((parcel) => [parcel.number, parcel]))
  await tx.deleteFrom('parcels').where('order_id', '=', id).execute()
  if (parcels.length === 1) return
  const rows = parcels.map((goods, index) => {
    const before = kept.get(index + 1)
    const isSame = before !== undefined && same(before.goods, goods)
    return {
      order_id: id,
      number: index + 1,
      tracking_number: isSame ? before.tracking_number : '',
      tracking_url: isSame ? before.tracking_url : '',
      left_at: isSame ? before.left_at : null,
    }
  })
  await tx.insertInto('parcels').values(rows).execute()
  const lines = parcels.flatMap((goods, index) =>
    goods.map(({ line, qty }) => ({ order_id: id, number: index + 1, position: line, qty })),
  )
  await tx.insertInto('parcel_lines').values(lines).execute()
}

function sameGoods(stored: readonly { goods: ParcelGoods }[], wanted: readonly ParcelGoods[]): boolean {
  return stored.length === wanted.length && stored.every(({ goods }, index) => same(goods, wanted[index]!))
}

function same(one: ParcelGoods, other: ParcelGoods): boolean {
  return (
    one.length === other.length &&
    one.every(({ line, qty }, index) => other[index]!.line === line && other[index]!.qty === qty)
  )
}
