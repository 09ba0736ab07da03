/** Coffees that end: what the owner sees and decides, and the rule for the replacement. */
import type { Selectable } from 'kysely'
import type { Body } from '#shared/platform/api/endpoint.ts'
import {
  ENDING_NOTICE_DAYS,
  type AffectedItem,
  type CoffeeEnding,
  type CoffeeEndings,
  type subscriptionAdmin,
} from '#shared/subscriptions/api/subscription-admin.ts'
import { addDays } from '#shared/kernel/days.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import type { CoffeeEndings as Endings } from '#server/kernel/db/tables/subscriptions.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest, notFound } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { isReal } from '#server/platform/invented.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { selectSizes, toCoffee, type Coffee } from './rotation.ts'

type EndingRow = Selectable<Endings>

export async function listEndings(shop: Shop): Promise<CoffeeEndings> {
  const candidates = await readCandidates(shop.db)
  const endings = await shop.db.selectFrom('coffee_endings').selectAll().orderBy('ends_on').execute()
  const ending = new Set(endings.map(({ product_id: id }) => id))
  const items = await readAffected(shop)
  const onSale = candidates.filter(({ isOnSale }) => isOnSale)
  const names = new Map(onSale.map(({ productId, name }) => [productId, name]))
  return {
    endings: endings.map((row) => toEnding(row, items, { candidates, ending })),
    coffees: [...names].map(([_id, name]) => ({
      _id,
      name,
      items: items.filter(({ product_id: id }) => id === _id).length,
    })),
  }
}

/** The items of running subscriptions that name a product, without roaster's choice. */
export async function readAffected({ db }: Pick<Shop, 'db'>) {
  return db
    .selectFrom('subscription_items as item')
    .innerJoin('subscriptions', 'subscriptions.id', 'item.subscription_id')
    .leftJoin('coffee_replacements as to', 'to.item_id', 'item.id')
    .select(['item.id', 'item.product_id', 'item.size_id', 'item.grind', 'item.qty', 'item.price_cents'])
    .select(['subscription_id', 'buyer_name', 'to.product_id as to_product', 'to.size_id as to_size'])
    .select(['announced_at', 'status'])
    .select(isReal('subscriptions', 'subscriptions.id').as('isReal'))
    .where('status', 'in', ['active', 'paused', 'failed', 'gift'])
    .where('is_once', '=', 0)
    .where('item.product_id', 'is not', null)
    .orderBy('buyer_name')
    .orderBy('item.id')
    .execute()
}

export type Affected = Awaited<ReturnType<typeof readAffected>>[number]

type Known = { candidates: Coffee[]; ending: ReadonlySet<string> }

function toEnding(row: EndingRow, items: Affected[], known: Known): CoffeeEnding {
  const nameOf = (id: string) => known.candidates.find(({ productId }) => productId === id)?.name ?? ''
  return {
    _id: row.product_id,
    name: nameOf(row.product_id),
    endsOn: row.ends_on,
    replacement:
      (row.replacement_id && { _id: row.replacement_id, name: nameOf(row.replacement_id) }) || null,
    mailsOn: addDays(row.ends_on, -ENDING_NOTICE_DAYS),
    affected: items
      .filter(({ product_id: id }) => id === row.product_id)
      .map((item) => toAffected(row, item, known)),
  }
}

function toAffected({ replacement_id: wanted }: EndingRow, item: Affected, known: Known): AffectedItem {
  const { candidates, ending } = known
  const sizeOf = (id: string | null) => candidates.find(({ sizeId }) => sizeId === id)
  const to = item.announced_at
    ? sizeOf(item.to_size)
    : replacementOf(candidates, item.size_id!, { wanted, ending })
  return {
    _id: item.subscription_id,
    buyer: item.buyer_name,
    item: textOf(item, sizeOf(item.size_id)),
    replacement: to ? textOf(item, to) : null,
    announcedAt: item.announced_at,
  }
}

function textOf({ qty, grind }: Pick<Affected, 'qty' | 'grind'>, size: Coffee | undefined): string {
  const variant = variantText({ size: size?.sizeLabel ?? '', grind })
  return `${qty} × ${[size?.name ?? 'A coffee that we no longer have', variant].filter(Boolean).join(', ')}`
}

/** Ends a coffee, or changes its ending; people who were told already are told again. Throws 400. */
export async function endCoffee(
  shop: Shop,
  admin: SignedIn,
  { product, endsOn, replacement }: Body<typeof subscriptionAdmin.endCoffee>,
): Promise<CoffeeEndings> {
  if (endsOn <= nowAt(shop.clock).day) throw badRequest('Choose a day in the future')
  const candidates = await readCandidates(shop.db)
  const coffee = candidates.find(({ productId }) => productId === product)
  if (!coffee) throw badRequest('Choose a coffee')
  const other = candidates.find(({ productId, isOnSale }) => productId === replacement && isOnSale)
  if (replacement !== null && (!other || replacement === product))
    throw badRequest('Choose another coffee that is for sale')
  const ending = { ends_on: endsOn, replacement_id: replacement }
  await transact(shop.db, async (tx) => {
    await tx.deleteFrom('coffee_replacements').where('ended_product_id', '=', product).execute()
    await tx
      .insertInto('coffee_endings')
      .values({ product_id: product, ...ending, created_at: isoNow(shop.clock) })
      .onConflict((taken) => taken.column('product_id').doUpdateSet(ending))
      .execute()
    const changes = [
      { field: 'Last roast day', before: '', after: endsOn },
      { field: 'Replacement', before: '', after: other?.name ?? 'By rule' },
    ]
    const action = 'Planned to end'
    await logChange(tx, shop, admin, {
      subject: 'product',
      id: product,
      name: coffee.name,
      action,
      changes,
    })
  })
  return listEndings(shop)
}

/** Keeps a coffee whose end was planned. Throws 404. */
export async function keepCoffee(shop: Shop, admin: SignedIn, product: string): Promise<CoffeeEndings> {
  await transact(shop.db, async (tx) => {
    const row = await tx
      .selectFrom('coffee_endings')
      .innerJoin('products', 'products.id', 'product_id')
      .select('name')
      .where('product_id', '=', product)
      .executeTakeFirst()
    if (!row) throw notFound('Ending')
    await tx.deleteFrom('coffee_endings').where('product_id', '=', product).execute()
    const action = 'Not ended after all'
    await logChange(tx, shop, admin, { subject: 'product', id: product, name: row.name, action })
  })
  return listEndings(shop)
}

/** A replacement may cost this much more, in cents. The agreed price stays until a higher one is announced. */
const MOST_DEARER = 100

/** Every size of every coffee, also of those that are not sold. */
export async function readCandidates(db: Db): Promise<Coffee[]> {
  const rows = await selectSizes(db).orderBy('name').orderBy('product_sizes.id').execute()
  return rows.map(toCoffee)
}

/**
 * The size that replaces another one; null if none fits.
 * @param wanted the coffee that the owner chose, or null for the rule. The owner's choice may cost more than the rule
 * allows
 * @param ending the products that end too, which replace nothing
 */
export function replacementOf(
  candidates: readonly Coffee[],
  sizeId: string,
  { wanted, ending }: { wanted: string | null; ending: ReadonlySet<string> },
): Coffee | null {
  const old = candidates.find((each) => each.sizeId === sizeId)
  if (!old) return null
  const fitting = candidates.filter(
    (each) =>
      each.isOnSale &&
      each.productId !== old.productId &&
      !ending.has(each.productId) &&
      each.grams === old.grams &&
      (wanted === null ? each.priceCents <= old.priceCents + MOST_DEARER : each.productId === wanted),
  )
  // The sort is stable, so that coffees that are as close are in the order of their names.
  return fitting.toSorted((one, other) => distance(old, one) - distance(old, other))[0] ?? null
}

/** How different two coffees taste: 0 for the same flavors and roast. A coffee that is sold out comes last. */
function distance(one: Coffee, other: Coffee): number {
  const all = new Set([...one.flavors, ...other.flavors])
  const shared = one.flavors.filter((flavor) => other.flavors.includes(flavor)).length
  const flavors = all.size === 0 ? 0 : 1 - shared / all.size
  return flavors * 10 + Math.abs(one.roast - other.roast) + (other.inStock > 0 ? 0 : 100)
}
