/**
 * Roaster's choice: which coffee a box of a taste has. The owner lists the coffees of a taste. If the list is empty,
 * all coffees with the flavors of the taste are used, but no decaf, because a subscriber may want caffeine.
 */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { availableCount, labelOf } from '#shared/kernel/sizes.ts'
import { TASTES, TASTE_NAMES, type Taste } from '#shared/platform/subscriptions.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Shop, Source } from '#server/platform/shop.ts'

/** The first size of a coffee. */
export type Coffee = {
  productId: string
  sizeId: string
  name: string
  sizeLabel: string
  priceCents: number
  inStock: number
  flavors: string[]
  isDecaf: boolean
}

export type Rotation = Record<Taste, { isOwn: boolean; coffees: Coffee[] }>

const FLAVORS_OF: Record<Taste, readonly string[]> = {
  fruity: ['Fruit', 'Floral'],
  chocolate: ['Chocolate', 'Nut', 'Caramel'],
  surprise: [],
}

export function nameOfTaste(taste: Taste): string {
  return `Roaster’s choice: ${TASTE_NAMES[taste]}`
}

/** The coffees of each taste, in the order in which they are packed. */
export async function readRotation(db: Db): Promise<Rotation> {
  const coffees = await readCoffees(db)
  const chosen = await db
    .selectFrom('rotation_coffees')
    .select(['taste', 'product_id'])
    .orderBy('position')
    .orderBy('product_id')
    .execute()
  return Object.fromEntries(
    TASTES.map((taste) => {
      const own = chosen.filter((each) => each.taste === taste)
      const listed = own.flatMap(
        ({ product_id: id }) => coffees.find(({ productId }) => productId === id) ?? [],
      )
      const rest = coffees.filter((coffee) => !coffee.isDecaf && hasTaste(coffee, taste))
      return [taste, { isOwn: own.length > 0, coffees: own.length > 0 ? listed : rest }]
    }),
  ) as Rotation
}

/**
 * The coffees from which a box can be packed. A coffee that the owner has not listed must not cost more than the price of
 * roaster's choice, because the subscriber does not pay more.
 */
export function packable({ isOwn, coffees }: Rotation[Taste], limitCents: number): Coffee[] {
  return isOwn ? coffees : coffees.filter(({ priceCents }) => priceCents <= limitCents)
}

/** The rotation, in memory until a product changes. */
export function rotationOf(shop: Pick<Shop, 'cached'>): Promise<Rotation> {
  return shop.cached('Product', ROTATION)
}

const ROTATION: Source<Rotation> = { read: readRotation }

/**
 * The coffee of the next box: of those with enough pieces in stock, the one that the subscriber has not had for the
 * longest time. Null if none is in stock.
 * @param before the products of earlier boxes, newest first
 */
export function nextCoffee(
  coffees: readonly Coffee[],
  { qty, before }: { qty: number; before: readonly string[] },
): Coffee | null {
  const age = ({ productId }: Coffee) => {
    const index = before.indexOf(productId)
    return index === -1 ? before.length : index
  }
  const inStock = coffees.filter((coffee) => coffee.inStock >= qty)
  // The sort is stable, so that coffees of the same age are in the owner's order.
  return inStock.toSorted((one, other) => age(other) - age(one))[0] ?? null
}

function hasTaste({ flavors }: Coffee, taste: Taste): boolean {
  const wanted = FLAVORS_OF[taste]
  return wanted.length === 0 || flavors.some((flavor) => wanted.includes(flavor))
}

async function readCoffees(db: Db): Promise<Coffee[]> {
  const rows = await db
    .selectFrom('products')
    .innerJoin('product_sizes', 'product_sizes.product_id', 'products.id')
    .select(['products.id as productId', 'product_sizes.id as sizeId', 'name', 'label', 'grams', 'flavors'])
    .select(['price_cents as priceCents', 'count_in_stock as counted', 'is_roasted_to_order as isToOrder'])
    .select('is_decaf')
    .where('category', '=', COFFEE_BEANS)
    .where('deleted_at', 'is', null)
    .where('is_draft', '=', 0)
    .where('removed_at', 'is', null)
    .orderBy('products.created_at')
    .orderBy('products.id')
    .orderBy('position')
    .orderBy('product_sizes.id')
    .execute()
  const first = new Map<string, (typeof rows)[number]>()
  for (const row of rows) if (!first.has(row.productId)) first.set(row.productId, row)
  return [...first.values()].map(({ label, grams, flavors, counted, isToOrder, is_decaf, ...coffee }) => ({
    ...coffee,
    inStock: availableCount(counted, isToOrder === 1),
    sizeLabel: labelOf({ label, grams }),
    flavors: JSON.parse(flavors) as string[],
    isDecaf: is_decaf === 1,
  }))
}
