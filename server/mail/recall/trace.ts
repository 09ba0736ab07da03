/** Traces coffee: the lots and batches that it came from, the orders that it went to, and the part that is still on hand. */
import { sql } from 'kysely'
import type { RecallTrace } from '#shared/mail/api/recall.ts'
import { sizeText } from '#shared/kernel/sizes.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { readTogether } from '#server/kernel/db/together.ts'
import { roastedOn } from '#server/kernel/time/roasted-on.ts'
import type { Shop } from '#server/platform/shop.ts'
import { affectedOrders, orderIdsOf } from './affected.ts'
import { placeOf, scopeOf, type Scope } from './places.ts'

const PAGE_SIZE = 50

/** The trace of a place with one page of its orders. A page out of range has no orders. Throws 404. */
export async function trace({ db }: Shop, id: string, pageNumber: number): Promise<RecallTrace> {
  const scope = await scopeOf(db, id)
  const [greens, batches, lots, bags, [totals]] = await readTogether(
    db,
    greensOf(db, scope),
    batchesOf(db, scope),
    lotsOf(db, scope),
    bagsOf(db, scope),
    totalsOf(db, scope),
  )
  const ids = await orderIdsOf(db, scope)
  const shown = ids.slice((pageNumber - 1) * PAGE_SIZE, pageNumber * PAGE_SIZE)
  const loose = [...batches, ...lots].reduce(
    (sum, row) => sum + ('state' in row ? looseOf(row) : row.grams_left),
    0,
  )
  return {
    of: scope.of,
    greens: greens.map((row) => ({
      ...placeOf('green', row),
      supplier: row.supplier,
      arrivedOn: row.arrived_on,
      usedGrams: row.used ?? 0,
      leftGrams: row.grams_left,
    })),
    batches: batches.map((row) => ({
      ...placeOf('batch', row),
      roastedOn: roastedOn(row),
      greenGrams: row.green_grams,
      roastedGrams: row.roasted_grams,
      leftGrams: looseOf(row),
    })),
    lots: lots.map((row) => ({
      ...placeOf('lot', row),
      roastedOn: row.roasted_on,
      grams: row.grams,
      leftGrams: row.grams_left,
    })),
    bags: bags.map((row) => ({
      ...placeOf('bags', row),
      size: sizeText({ label: row.label, grams: row.grams }),
      grind: row.grind,
      qty: row.qty,
      left: row.qty_left,
    })),
    orders: await affectedOrders(db, scope, shown),
    page: pageNumber,
    pages: Math.ceil(ids.length / PAGE_SIZE),
    totals: {
      orders: ids.length,
      bags: totals?.bags ?? 0,
      here: totals?.here ?? 0,
      buyers: totals?.buyers ?? 0,
      looseGrams: loose,
      freeBags: bags.reduce((sum, { qty_left: left }) => sum + left, 0),
    },
  }
}

/** Of a batch that is weighed and not roasted yet, its green coffee. */
function looseOf(row: { state: string; green_grams: number; grams_left: number }): number {
  return row.state === 'weighed' ? row.green_grams : row.grams_left
}

function greensOf(db: Db, { greens, batches }: Scope) {
  return db
    .selectFrom('green_lots')
    .select((eb) => [
      'id',
      'code',
      'name',
      'supplier',
      'arrived_on',
      'grams_left',
      eb
        .selectFrom('batch_greens')
        .whereRef('green_lot_id', '=', 'green_lots.id')
        .where('batch_id', 'in', sql<string>`(${batches})`)
        .select((each) => each.fn.sum<number>('grams').as('used'))
        .as('used'),
    ])
    .where('id', 'in', sql<string>`(${greens})`)
    .orderBy('code')
}

function batchesOf(db: Db, { batches }: Scope) {
  return db
    .selectFrom('batches')
    .innerJoin('roasts', 'roasts.id', 'roast_id')
    .select([
      'batches.id',
      'batches.code',
      'roasts.name',
      'state',
      'roasts_on',
      'roasted_at',
      'green_grams',
      'roasted_grams',
      'grams_left',
    ])
    .where('batches.id', 'in', sql<string>`(${batches})`)
    .orderBy(sql`coalesce(roasted_at, roasts_on)`, 'desc')
    .orderBy('batches.code')
}

function lotsOf(db: Db, { lots }: Scope) {
  return db
    .selectFrom('coffee_lots')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['coffee_lots.id', 'code', 'products.name', 'roasted_on', 'grams', 'grams_left'])
    .where('coffee_lots.id', 'in', sql<string>`(${lots})`)
    .orderBy('roasted_on', 'desc')
    .orderBy('code')
}

function bagsOf(db: Db, { bags }: Scope) {
  return db
    .selectFrom('bags')
    .innerJoin('coffee_lots', 'coffee_lots.id', 'coffee_lot_id')
    .innerJoin('products', 'products.id', 'bags.product_id')
    .innerJoin('product_sizes', 'product_sizes.id', 'size_id')
    .select(['bags.id', 'code', 'products.name', 'label', 'bags.grams', 'grind', 'qty', 'qty_left'])
    .where('bags.id', 'in', sql<string>`(${bags})`)
    .orderBy('code')
    .orderBy('bags.grams')
    .orderBy('grind')
}

/** The bags in orders, the orders that were not shipped or handed over, and the buyers of the others. */
function totalsOf(db: Db, { uses }: Scope) {
  const hasLeft = sql`(shipped_at is not null or delivered_at is not null)`
  return db
    .selectFrom('bag_uses')
    .innerJoin('orders', 'orders.id', 'bag_uses.order_id')
    .where(uses)
    .select((eb) => [
      eb.fn.sum<number>('bag_uses.qty').as('bags'),
      sql<number>`count(distinct case when ${hasLeft} then null else orders.id end)`.as('here'),
      sql<number>`count(distinct case when ${hasLeft} and buyer_email <> '' then lower(buyer_email) end)`.as(
        'buyers',
      ),
    ])
}
