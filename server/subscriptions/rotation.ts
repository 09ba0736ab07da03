/**
 * Roaster's choice: which coffee a box of a taste has. The owner lists the coffees of a taste. If the list is empty,
 * all coffees with the flavors of the taste are used, but no decaf, because a subscriber may want caffeine.
 */
import type { subscriptionAdmin } from '#shared/subscriptions/api/subscription-admin.ts'
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import { TASTE_NAMES, TASTES, type Taste } from '#shared/platform/subscriptions.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { availableCount, labelOf } from '#shared/kernel/sizes.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { badRequest } from '#server/kernel/errors.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Shop, Source } from '#server/platform/shop.ts'

/** The sizes of coffees, also of those that are not sold. */
export function selectSizes(db: Db) {
  return db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .select(['products.id as productId', 'product_sizes.id as sizeId', 'name', 'label', 'grams', 'flavors'])
    .select(['price_cents as priceCents', 'count_in_stock as counted', 'is_roasted_to_order as isToOrder'])
    .select([
      'roasting_level as roast',
      'whole_bean_only',
      'is_decaf',
      'deleted_at',
      'removed_at',
      'is_draft',
      'product_sizes.for_accounts',
    ])
    .where('category', '=', COFFEE_BEANS)
}

type SizeRow = Awaited<ReturnType<ReturnType<typeof selectSizes>['execute']>>[number]

export function toCoffee(row: SizeRow) {
  const { label, flavors, counted, isToOrder, whole_bean_only, is_decaf, ...others } = row
  const { deleted_at, removed_at, is_draft, for_accounts, ...size } = others
  return {
    ...size,
    inStock: availableCount(counted, isToOrder === 1),
    sizeLabel: labelOf({ label, grams: size.grams }),
    flavors: JSON.parse(flavors) as string[],
    isDecaf: is_decaf === 1,
    isWholeBeanOnly: whole_bean_only === 1,
    isOnSale: deleted_at === null && removed_at === null && is_draft === 0 && for_accounts === 0,
  }
}

/** A size of a coffee. */
export type Coffee = ReturnType<typeof toCoffee>

export type Rotation = Record<Taste, { isOwn: boolean; coffees: Coffee[] }>

const FLAVORS_OF: Record<Taste, readonly string[]> = {
  fruity: ['Fruit', 'Floral'],
  chocolate: ['Chocolate', 'Nut', 'Caramel'],
  surprise: [],
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

export async function rotationForAdmin(shop: Shop): Promise<Reply<typeof subscriptionAdmin.rotation>> {
  const rotation = await readRotation(shop.db)
  return {
    tastes: TASTES.map((taste) => ({
      taste,
      name: TASTE_NAMES[taste],
      isOwn: rotation[taste].isOwn,
      coffees: rotation[taste].coffees.map(({ productId: product, name, inStock }) => ({
        product,
        name,
        inStock,
      })),
    })),
  }
}

/** Saves the coffees of a taste. Throws 400 for products that are not coffees on sale, or that are listed twice. */
export async function saveRotation(
  shop: Shop,
  admin: SignedIn,
  { taste, coffees }: Body<typeof subscriptionAdmin.saveRotation>,
): Promise<Reply<typeof subscriptionAdmin.saveRotation>> {
  if (new Set(coffees).size !== coffees.length) throw badRequest('List each coffee once')
  await transact(shop.db, async (tx) => {
    const known = coffees.length
      ? await tx
          .selectFrom('products')
          .select(['id', 'name'])
          .where('id', 'in', coffees)
          .where('category', '=', COFFEE_BEANS)
          .where('deleted_at', 'is', null)
          .execute()
      : []
    if (known.length !== coffees.length) throw badRequest('Choose coffees that are in the shop')
    const before = (await readRotation(tx))[taste]
    await tx.deleteFrom('rotation_coffees').where('taste', '=', taste).execute()
    const rows = coffees.map((product_id, position) => ({ taste, position, product_id }))
    if (rows.length > 0) await tx.insertInto('rotation_coffees').values(rows).execute()
    const namesOf = (ids: string[]) => ids.map((id) => known.find((each) => each.id === id)?.name ?? '')
    const change = {
      field: TASTE_NAMES[taste],
      before: before.isOwn ? before.coffees.map(({ name }) => name).join(', ') : '',
      after: namesOf(coffees).join(', '),
    }
    if (change.before !== change.after)
      await logChange(tx, shop, admin, {
        subject: 'setting',
        id: 'subscribing',
        name: 'Roaster’s choice',
        action: 'Changed',
        changes: [change],
      })
  })
  shop.changed({ tag: 'Product' })
  return rotationForAdmin(shop)
}

function hasTaste({ flavors }: Coffee, taste: Taste): boolean {
  const wanted = FLAVORS_OF[taste]
  return wanted.length === 0 || flavors.some((flavor) => wanted.includes(flavor))
}

/** The first size of each coffee on sale. */
async function readCoffees(db: Db): Promise<Coffee[]> {
  const rows = await selectSizes(db)
    .where('deleted_at', 'is', null)
    .where('is_draft', '=', 0)
    .where('removed_at', 'is', null)
    .where('product_sizes.for_accounts', '=', 0)
    .orderBy('products.created_at')
    .orderBy('products.id')
    .orderBy('position')
    .orderBy('product_sizes.id')
    .execute()
  return rows.filter(({ productId }, index) => rows[index - 1]?.productId !== productId).map(toCoffee)
}
