/** The coffees on sale: all of them, to compare, and the two of *Find your coffee* for the buyer's answers. */
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { products, Product } from '#shared/catalog/api/products.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { addDays, WEEKDAYS, weekdayOf } from '#shared/kernel/days.ts'
import { nowAt, startOf } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { matching, onSaleInOrder, toProducts } from '../catalogue.ts'
import { chooseCoffees, type FinderCoffee } from './choose-coffees.ts'

/** More coffees than this are not read; the newest count. */
const MOST = 500
/** A page can show fewer than it can choose from. */
const MOST_SHOWN = 100

/** The newest coffees on sale, by name, for the pages that show all at once. */
export async function listCoffees(shop: Shop): Promise<Product[]> {
  const coffees = await newestCoffees(shop, MOST_SHOWN)
  return coffees.toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/**
 * Two coffees for the answers, with the reasons; one or none if there are no more. A shop whose only coffees are decaf
 * shows them without being asked.
 */
export async function findCoffees(
  shop: Shop,
  { decaf, ...given }: Query<typeof products.match>,
): Promise<Reply<typeof products.match>> {
  const all = await newestCoffees(shop, MOST)
  const [decafs, others] = [all.filter(({ isDecaf }) => isDecaf), all.filter(({ isDecaf }) => !isDecaf)]
  const offered = decaf === '1' || others.length === 0 ? decafs : others
  const answers = { brewer: '', milk: '', taste: '', roast: '', ...given }
  const monday = mondayOf(nowAt(shop.clock).day)
  const chosen = chooseCoffees(offered.map(factsOf), answers, monday)
  const byId = new Map(offered.map((product) => [product._id, product]))
  return {
    matches: chosen.map(({ id, reasons }) => ({ product: byId.get(id)!, reasons })),
    hasDecaf: decafs.length > 0 && others.length > 0,
    until: startOf(addDays(monday, 7)),
  }
}

async function newestCoffees(shop: Shop, most: number): Promise<Product[]> {
  const ids = await matching(shop.db, '')
    .where('category', '=', COFFEE_BEANS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .select('id')
    .execute()
  return toProducts(
    shop,
    await onSaleInOrder(
      shop.db,
      ids.map(({ id }) => id),
    ),
  )
}

function factsOf({ _id, roastingLevel, flavors, bestFor, sizes }: Product): FinderCoffee {
  const [{ price, grams } = { price: 0, grams: null }] = sizes
  return {
    id: _id,
    roastingLevel,
    flavors,
    bestFor,
    inStock: sizes.some(({ countInStock }) => countInStock > 0),
    price: grams ? price / grams : null,
  }
}

function mondayOf(day: string): string {
  return addDays(day, -WEEKDAYS.indexOf(weekdayOf(day)))
}
