/** The public page of a lot: which coffee it is, who grew it, and when it was roasted. */
import { withFeet } from '#shared/catalog/altitude.ts'
import { accentOf } from '#shared/catalog/accents.ts'
import { guideOf } from '#shared/content/guide-for.ts'
import type { Grown, PublicLot } from '#shared/catalog/api/coffee-lots.ts'
import { listGuideLinks } from '#server/content/brew-guides/brew-guides.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { readTogether } from '#server/kernel/db/all-or-none.ts'
import { notFound } from '#server/kernel/errors.ts'
import { productRows } from '../products/catalogue.ts'
import { roastedOn } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'

/**
 * A lot of roasted coffee for visitors, without suppliers, prices, weights and people of the shop. The page stays after
 * the product was removed from the shop, because customers still have its bags.
 * @param code the code on the bag, in upper or lower case
 * @throws 404
 */
export async function publicLot(shop: Shop, code: string): Promise<PublicLot> {
  const { db } = shop
  const lot = await db
    .selectFrom('coffee_lots')
    .select(['id', 'code', 'product_id', 'roasted_on'])
    .where('code', '=', code.toUpperCase())
    .executeTakeFirst()
  if (!lot) throw notFound('Lot')
  const [[product], batches, greens] = await readTogether(
    db,
    db.selectFrom('products').selectAll().where('id', '=', lot.product_id),
    batchesOf(db, lot.id),
    greensOf(db, lot.id),
  )
  const coffee = productRows.editOf(product!)
  return {
    code: lot.code,
    roastedOn: lot.roasted_on,
    batches: batches.map((row) => ({ code: row.code, roast: row.roast, roastedOn: roastedOn(row) })),
    greens: shares(greens).map((green) => ({ ...green, altitude: withFeet(green.altitude) })),
    coffee: {
      ...coffee,
      _id: lot.product_id,
      isSold: product!.deleted_at === null && product!.is_draft === 0,
      picture: shop.pictureOf(product!.image, product!.name),
      accent: accentOf(coffee),
      guide: guideOf(await listGuideLinks(shop), coffee),
    },
  }
}

function batchesOf(db: Db, lot: string) {
  return db
    .selectFrom('coffee_lot_batches')
    .innerJoin('batches', 'batches.id', 'batch_id')
    .innerJoin('roasts', 'roasts.id', 'roast_id')
    .where('coffee_lot_id', '=', lot)
    .select(['batches.code', 'roasts.name as roast', 'roasts_on', 'roasted_at'])
    .orderBy('roasted_at')
    .orderBy('batches.code')
}

/** The green coffee of each batch in the lot: a row per batch and lot of green coffee. */
function greensOf(db: Db, lot: string) {
  return db
    .selectFrom('coffee_lot_batches')
    .innerJoin('batches', 'batches.id', 'coffee_lot_batches.batch_id')
    .innerJoin('batch_greens', 'batch_greens.batch_id', 'batches.id')
    .innerJoin('green_lots', 'green_lots.id', 'green_lot_id')
    .where('coffee_lot_id', '=', lot)
    .orderBy('green_lots.code')
    .select([
      'green_lots.id',
      'name',
      'producer',
      'origin',
      'process',
      'variety',
      'altitude',
      'crop',
      'story',
      'coffee_lot_batches.grams as roasted',
      'batch_greens.grams as green',
      'batches.green_grams as all_green',
    ])
}

type GreenRow = Omit<Grown, 'percent'> & { id: string; roasted: number; green: number; all_green: number }

/**
 * The lots of green coffee with their percents of the roasted coffee. Percents are rounded with the largest remainder
 * method, so that they add up to 100.
 */
function shares(rows: readonly GreenRow[]): Grown[] {
  const lots = [...Map.groupBy(rows, ({ id }) => id).values()].map((some) => {
    const { id: _, roasted: _roasted, green: _green, all_green: _all, ...shown } = some[0]!
    const grams = some.reduce((sum, row) => sum + (row.roasted * row.green) / row.all_green, 0)
    return { shown, grams }
  })
  const total = lots.reduce((sum, { grams }) => sum + grams, 0)
  const parts = lots.map((lot) => ({ ...lot, exact: (lot.grams * 100) / total }))
  const missing = 100 - parts.reduce((sum, { exact }) => sum + Math.floor(exact), 0)
  const rounded = parts
    .toSorted((one, other) => (other.exact % 1) - (one.exact % 1))
    .map(({ shown, exact }, place) => ({ ...shown, percent: Math.floor(exact) + (place < missing ? 1 : 0) }))
  return rounded.toSorted((one, other) => other.percent - one.percent)
}
