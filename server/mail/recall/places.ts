/**
 * The place at which a recall starts, found by code or name, and what belongs to the recall: from that place, the lots of
 * green coffee and batches above it, and the lots, bags and orders below it. The sets are subqueries, so a trace takes the
 * same few queries for every size of shop.
 */
import { sql, type RawBuilder } from 'kysely'
import type { RecallKind, RecallPlace } from '#shared/mail/api/recall.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { readTogether } from '#server/kernel/db/all-or-none.ts'
import { notFound } from '#server/kernel/errors.ts'
import { beginsWith, fold, searchTerms } from '#server/kernel/db/search.ts'
import { matchesKeyword } from '#server/checkout/orders/buyers.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { Change, ChangeLogSubject } from '#shared/platform/api/change-log.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'

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

/** Of each kind. */
const MOST = 10

/**
 * Places by code, number or name, at most ten of each kind: lots of green coffee, batches, lots, and orders that have bags.
 * The newest lots if nothing is searched for.
 */
export async function findPlaces({ db }: Shop, text: string): Promise<{ places: RecallPlace[] }> {
  const words = searchTerms(text)
  const code = text.trim().toUpperCase()
  const greens = db.selectFrom('green_lots').select(['id', 'code', 'name']).orderBy('created_at', 'desc')
  const batches = db
    .selectFrom('batches')
    .innerJoin('roasts', 'roasts.id', 'roast_id')
    .select(['batches.id', 'batches.code', 'roasts.name'])
    .where(beginsWith('batches.code', code))
    .orderBy('batches.code', 'desc')
    .limit(MOST)
  const lots = db
    .selectFrom('coffee_lots')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['coffee_lots.id', 'coffee_lots.code', 'products.name'])
    .where(beginsWith('coffee_lots.code', code))
    .orderBy('made_at', 'desc')
    .limit(MOST)
  if (words.length === 0) return { places: (await lots.execute()).map((row) => placeOf('lot', row)) }
  const orders = db
    .selectFrom('orders')
    .select(['id', 'number', 'buyer_name'])
    .where(matchesKeyword(text))
    .where((eb) =>
      eb.exists(eb.selectFrom('bag_uses').select('order_id').whereRef('order_id', '=', 'orders.id')),
    )
    .orderBy('created_at', 'desc')
    .limit(MOST)
  const found = await readTogether(db, greens, batches, lots, orders)
  const named = found[0].filter((row) => {
    const all = fold(`${row.code} ${row.name}`)
    return words.every((word) => all.includes(word))
  })
  return {
    places: [
      ...named.slice(0, MOST).map((row) => placeOf('green', row)),
      ...found[1].map((row) => placeOf('batch', row)),
      ...found[2].map((row) => placeOf('lot', row)),
      ...found[3].map(({ id, number, buyer_name: name }) =>
        placeOf('order', { id, code: number ?? id, name }),
      ),
    ],
  }
}

const SUBJECTS: Record<RecallKind, ChangeLogSubject> = {
  green: 'green',
  batch: 'batch',
  lot: 'coffeeLot',
  bags: 'coffeeLot',
  order: 'order',
}

/** Writes a step of a recall to the change log, in the transaction of the step. */
export async function recordRecall(
  tx: Db,
  shop: Shop,
  actor: SignedIn,
  { kind, _id: id, code, name }: RecallPlace,
  action: string,
  changes: Change[] = [],
): Promise<void> {
  const subjectName = kind === 'order' ? `Order ${code} of ${name}` : `${name}, ${code}`
  await logChange(tx, shop, actor, {
    subject: SUBJECTS[kind],
    id,
    name: subjectName,
    action: `Recall: ${action}`,
    changes,
  })
}
