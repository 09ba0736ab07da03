/**
 * What belongs to a recall: from the place at which it starts, the lots of green coffee and batches above it, and the lots,
 * bags and orders below it. The sets are subqueries, so a trace takes the same few queries for every size of shop.
 */
import { sql, type RawBuilder } from 'kysely'
import type { RecallKind, RecallPlace } from '#shared/mail/api/recall.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { readTogether } from '#server/kernel/db/all-or-none.ts'
import { notFound } from '#server/kernel/errors.ts'

export type Scope = {
  of: RecallPlace
  /** Subqueries of ids. */
  greens: RawBuilder<unknown>
  batches: RawBuilder<unknown>
  lots: RawBuilder<unknown>
  bags: RawBuilder<unknown>
  /** The condition for rows of bag_uses. */
  uses: RawBuilder<boolean>
}

/** The scope of a recall. @param id of a lot of green coffee, a batch, a lot, bags or an order @throws 404 */
export async function scopeOf(db: Db, id: string): Promise<Scope> {
  const of = await placeWith(db, id)
  const batches = batchesFrom(of)
  const lots = lotsFrom(of, batches)
  const bags =
    of.kind === 'order'
      ? sql`select bags_id from bag_uses where order_id = ${id}`
      : of.kind === 'bags'
        ? sql`select ${id}`
        : sql`select id from bags where coffee_lot_id in (${lots})`
  return {
    of,
    greens:
      of.kind === 'green'
        ? sql`select ${id}`
        : sql`select green_lot_id from batch_greens where batch_id in (${batches})`,
    batches,
    lots,
    bags,
    uses:
      of.kind === 'order'
        ? sql<boolean>`bag_uses.order_id = ${id}`
        : sql<boolean>`bag_uses.bags_id in (${bags})`,
  }
}

function batchesFrom({ kind, _id: id }: RecallPlace): RawBuilder<unknown> {
  if (kind === 'green') return sql`select batch_id from batch_greens where green_lot_id = ${id}`
  if (kind === 'batch') return sql`select ${id}`
  return sql`select batch_id from coffee_lot_batches where coffee_lot_id in (${ownLots(kind, id)})`
}

function lotsFrom({ kind, _id: id }: RecallPlace, batches: RawBuilder<unknown>): RawBuilder<unknown> {
  if (kind === 'green' || kind === 'batch')
    return sql`select coffee_lot_id from coffee_lot_batches where batch_id in (${batches})`
  return ownLots(kind, id)
}

/** The lots of bags or of an order. */
function ownLots(kind: RecallKind, id: string): RawBuilder<unknown> {
  if (kind === 'lot') return sql`select ${id}`
  if (kind === 'bags') return sql`select coffee_lot_id from bags where id = ${id}`
  return sql`select coffee_lot_id from bags where id in (select bags_id from bag_uses where order_id = ${id})`
}

/** The place with an id. Ids are unique in all tables. */
async function placeWith(db: Db, id: string): Promise<RecallPlace> {
  const [[green], [batch], [lot], [bags], [order]] = await readTogether(
    db,
    db.selectFrom('green_lots').select(['id', 'code', 'name']).where('id', '=', id),
    db
      .selectFrom('batches')
      .innerJoin('roasts', 'roasts.id', 'roast_id')
      .select(['batches.id', 'code', 'roasts.name'])
      .where('batches.id', '=', id),
    db
      .selectFrom('coffee_lots')
      .innerJoin('products', 'products.id', 'product_id')
      .select(['coffee_lots.id', 'code', 'products.name'])
      .where('coffee_lots.id', '=', id),
    db
      .selectFrom('bags')
      .innerJoin('coffee_lots', 'coffee_lots.id', 'coffee_lot_id')
      .innerJoin('products', 'products.id', 'bags.product_id')
      .select(['bags.id', 'code', 'products.name'])
      .where('bags.id', '=', id),
    db.selectFrom('orders').select(['id', 'number', 'buyer_name']).where('id', '=', id),
  )
  if (green) return placeOf('green', green)
  if (batch) return placeOf('batch', batch)
  if (lot) return placeOf('lot', lot)
  if (bags) return placeOf('bags', bags)
  if (order) return placeOf('order', { id, code: order.number ?? id, name: order.buyer_name })
  throw notFound('Place')
}

/** A place as the API returns it. */
export function placeOf(
  kind: RecallKind,
  { id, code, name }: { id: string; code: string; name: string },
): RecallPlace {
  return { _id: id, kind, code, name }
}
