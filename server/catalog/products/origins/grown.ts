/** Where a coffee grows: from the product itself, and from the green coffee of its recipe. */
import { altitudeText, withFeet } from '#shared/catalog/altitude.ts'
import type { Grown, Product } from '#shared/catalog/api/products.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { placesIn } from './places.ts'

/**
 * The facts of a coffee, one entry for each green coffee of a blend, the largest share first. A blend without a recipe and
 * any other coffee have one entry, in which the product's own fields come first. Unknown facts are empty; goods have no entry.
 * Suppliers, prices and shares stay in the desk.
 */
export async function grownOf(db: Db, product: Product): Promise<Grown[]> {
  if (product.category !== COFFEE_BEANS) return []
  const lots = await readLots(db, product._id)
  if (product.composition === 'Blend' && lots.length > 1) return lots.map((lot) => toGrown(lot))
  return [toGrown(agreed(lots), product)]
}

type Lot = Omit<Grown, 'places' | 'harvest'> & { crop: string }

async function readLots(db: Db, productId: string): Promise<Lot[]> {
  const rows = await db
    .selectFrom('recipe_roasts')
    .innerJoin('roast_greens', 'roast_greens.roast_id', 'recipe_roasts.roast_id')
    .innerJoin('green_lots', 'green_lots.id', 'green_lot_id')
    .where('product_id', '=', productId)
    .select(['green_lots.id', 'name', 'producer', 'origin', 'process', 'variety', 'altitude', 'crop'])
    .select(['recipe_roasts.percent as of_bag', 'roast_greens.percent as of_roast'])
    .orderBy('green_lots.code')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()]
    .map((some) => ({ lot: some[0]!, share: some.reduce((sum, row) => sum + row.of_bag * row.of_roast, 0) }))
    .toSorted((one, other) => other.share - one.share)
    .map(({ lot: { id: _id, of_bag: _bag, of_roast: _roast, ...lot } }) => lot)
}

/** What all lots of a coffee have in common. */
function agreed(lots: readonly Lot[]): Lot {
  const common = (field: keyof Lot) => {
    const values = new Set(lots.map((lot) => lot[field]))
    return values.size === 1 ? [...values][0]! : ''
  }
  return {
    name: '',
    producer: common('producer'),
    origin: common('origin'),
    process: common('process'),
    variety: common('variety'),
    altitude: common('altitude'),
    crop: common('crop'),
  }
}

/** @param product whose own fields come first */
function toGrown({ crop, ...lot }: Lot, product?: Product): Grown {
  const origin = product?.origin || lot.origin
  return {
    name: lot.name,
    origin,
    producer: product?.producer || lot.producer,
    process: product?.process || lot.process,
    variety: product?.variety || lot.variety,
    altitude: altitudeText(product?.altitude ?? null) || withFeet(lot.altitude),
    harvest: crop,
    places: placesIn(origin),
  }
}
