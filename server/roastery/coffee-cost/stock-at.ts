/**
 * How much coffee each place had at a moment, computed from dated rows: what came in before the moment, minus what went
 * out. A step that was undone has no rows, so it does not count.
 */
import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/schema.ts'
import type { CoffeeAdjustments } from '#server/kernel/db/tables/roastery.ts'

/** A place with coffee. `count` is grams; for bags, a number of bags. */
export type Stock = { id: string; code: string; name: string; count: number }

/** Green coffee that has arrived and was not weighed in. */
export async function greenAt(db: Db, moment: string): Promise<Stock[]> {
  const rows = await db.selectFrom('green_lots').orderBy('code').select(['id', 'code', 'name']).execute()
  const came = await adjustedBefore(db, 'green_lot_id', moment)
  const taken = await sumsBy(
    db
      .selectFrom('batch_greens')
      .innerJoin('batches', 'batches.id', 'batch_greens.batch_id')
      .where('weighed_at', '<', moment)
      .groupBy('green_lot_id')
      .select(['green_lot_id as id', sumOf('batch_greens.grams')])
      .execute(),
  )
  return withStock(rows, (id) => (came.get(id) ?? 0) - (taken.get(id) ?? 0))
}

/** Green coffee that was weighed in, and not roasted yet. */
export async function roastingAt(db: Db, moment: string): Promise<Stock[]> {
  const rows = await batchesOf(db)
    .where('weighed_at', '<', moment)
    .where((eb) => eb.or([eb('roasted_at', 'is', null), eb('roasted_at', '>=', moment)]))
    .execute()
  return withStock(rows, (_, { green_grams: grams }) => grams)
}

/** Roasted coffee that no lot had taken. */
export async function looseAt(db: Db, moment: string): Promise<Stock[]> {
  const rows = await batchesOf(db).where('roasted_at', '<', moment).execute()
  const adjusted = await adjustedBefore(db, 'batch_id', moment)
  const taken = await sumsBy(
    db
      .selectFrom('coffee_lot_batches')
      .innerJoin('coffee_lots', 'coffee_lots.id', 'coffee_lot_batches.coffee_lot_id')
      .where('made_at', '<', moment)
      .groupBy('batch_id')
      .select(['batch_id as id', sumOf('coffee_lot_batches.grams')])
      .execute(),
  )
  return withStock(
    rows,
    (id, { roasted_grams: grams }) => (grams ?? 0) + (adjusted.get(id) ?? 0) - (taken.get(id) ?? 0),
  )
}

/** Coffee of lots that was not in bags. */
export async function lotsAt(db: Db, moment: string): Promise<Stock[]> {
  const rows = await db
    .selectFrom('coffee_lots')
    .innerJoin('products', 'products.id', 'coffee_lots.product_id')
    .where('made_at', '<', moment)
    .orderBy('coffee_lots.id')
    .select(['coffee_lots.id', 'code', 'name', 'grams'])
    .execute()
  const adjusted = await adjustedBefore(db, 'coffee_lot_id', moment)
  const packaged = await sumsBy(
    db
      .selectFrom('bags')
      .where('made_at', '<', moment)
      .groupBy('coffee_lot_id')
      .select(['coffee_lot_id as id', sql<number>`cast(sum(grams * qty) as bigint)`.as('total')])
      .execute(),
  )
  return withStock(rows, (id, { grams }) => grams + (adjusted.get(id) ?? 0) - (packaged.get(id) ?? 0))
}

export type BagStock = Stock & { lotId: string; sizeId: string; grams: number }

/** Bags that were not yet used for an order. `grams` is the net weight of one. */
export async function bagsAt(db: Db, moment: string): Promise<BagStock[]> {
  const rows = await db
    .selectFrom('bags')
    .innerJoin('coffee_lots', 'coffee_lots.id', 'bags.coffee_lot_id')
    .innerJoin('products', 'products.id', 'bags.product_id')
    .where('bags.made_at', '<', moment)
    .orderBy('bags.id')
    .select([
      'bags.id',
      'code',
      'name',
      'bags.coffee_lot_id as lotId',
      'size_id as sizeId',
      'bags.grams',
      'bags.grind',
      'qty',
    ])
    .execute()
  const adjusted = await adjustedBefore(db, 'bags_id', moment)
  const used = await sumsBy(
    db
      .selectFrom('bag_uses')
      .where('filled_at', '<', moment)
      .groupBy('bags_id')
      .select(['bags_id as id', sumOf('qty')])
      .execute(),
  )
  const named = rows.map((row) => ({ ...row, name: row.grind ? `${row.name}, ${row.grind}` : row.name }))
  return withStock(named, (id, { qty }) => qty + (adjusted.get(id) ?? 0) - (used.get(id) ?? 0))
}

function batchesOf(db: Db) {
  return db
    .selectFrom('batches')
    .innerJoin('roasts', 'roasts.id', 'batches.roast_id')
    .orderBy('code')
    .select(['batches.id', 'code', 'name', 'green_grams', 'roasted_grams'])
}

type Place = 'green_lot_id' | 'batch_id' | 'coffee_lot_id' | ('bags_id' & keyof CoffeeAdjustments)

/** The sum of the adjustments of each row of a place. */
function adjustedBefore(db: Db, place: Place, moment: string): Promise<Map<string, number>> {
  return sumsBy(
    db
      .selectFrom('coffee_adjustments')
      .where(place, 'is not', null)
      .where('at', '<', moment)
      .groupBy(place)
      .select([sql.ref<string>(place).as('id'), sumOf('change')])
      .execute(),
  )
}

/** PostgreSQL returns a sum of bigint as text without the cast. */
function sumOf(column: string) {
  return sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as('total')
}

async function sumsBy(query: Promise<{ id: string; total: number }[]>): Promise<Map<string, number>> {
  return new Map((await query).map(({ id, total }) => [id, total]))
}

function withStock<R extends { id: string; code: string; name: string }>(
  rows: readonly R[],
  countOf: (id: string, row: R) => number,
): (R & Stock)[] {
  return rows.flatMap((row) => {
    const count = countOf(row.id, row)
    return count === 0 ? [] : [{ ...row, count }]
  })
}
