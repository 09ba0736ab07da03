/** The bulk changes of products. Each is a change of the product's form, so the rules of the form hold. */
import type { BulkInput } from '#shared/platform/api/bulk.ts'
import type { ProductChange } from '#shared/catalog/api/product-edit.ts'
import type { productBulk, ProductAction, WantedProducts } from '#shared/catalog/api/product-bulk.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { MAX_DOLLARS } from '#shared/kernel/fields.ts'
import { counted, formatNumber } from '#shared/kernel/counts.ts'
import { changedPrice, formatCents, toCents, toDollars, type PriceChange } from '#shared/kernel/pricing.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { samplesOf } from '#shared/platform/resources/described.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { sizeFields } from '#shared/catalog/resources/product-size.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { BulkAction, BulkList, Presser } from '#server/platform/bulk/bulk-list.ts'
import { chosenIds, previewBulk } from '#server/platform/bulk/preview.ts'
import { applyBulk, undoBulk } from '#server/platform/bulk/run.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import { filterProducts } from '../admin-list.ts'
import { exportProducts } from '../import/export.ts'
import { lockProduct, saveIn } from '../save.ts'
import { countSubscriptions, withoutPlan } from '../subscribers.ts'
import { planOf, restoredBy, type Kept } from './product-plans.ts'
import { readForBulk, versionWithCounts, type ProductOfBulk } from './product-rows.ts'

type ActionOf<K> = Extract<ProductAction, { kind: K }>

/** The change of the form, or why there is none. */
type ChangeOf<A> = (row: ProductOfBulk, action: A, shop: Shop) => ProductChange | string

/** An action that changes what the form changes. Works of art have another form. */
function changing<A>(
  title: (action: A) => string,
  changeOfGoods: ChangeOf<A>,
  more: Partial<BulkAction<ProductOfBulk, A>> = {},
): BulkAction<ProductOfBulk, A> {
  const changeOf: ChangeOf<A> = (row, action, shop) =>
    row.isWork ? OF_ART : changeOfGoods(row, action, shop)
  return {
    access: 'admin',
    title,
    plan: (row, action, { shop }) => planOf(shop, row, changeOf(row, action, shop)),
    write: (tx, row, action, { shop }) => save(tx, shop, row, changeOf(row, action, shop)),
    ...more,
  }
}

const PRODUCTS: BulkList<ProductOfBulk, ProductAction, WantedProducts> = {
  name: 'products',
  subject: 'product',
  many: 'products',
  find: findIds,
  read: readForBulk,
  lock: async (tx, shop, id) => (await lockProduct(tx, shop, id, undefined)) !== undefined,
  actions: {
    show: changing(() => 'Put on sale', shown),
    hide: changing(() => 'Hidden', hidden),
    category: changing(
      ({ category }) => `Category: ${category}`,
      (_row, { category }) => ({ category }),
    ),
    price: changing(priceTitle, priced, { notes: subscribersOf }),
    stock: changing(() => 'Stock counted', recounted, { versionOf: versionWithCounts, inputs: countsOf }),
    weight: changing(
      ({ grams }) => `Shipping weight: ${grams === null ? 'none' : `${formatNumber(grams)} g`}`,
      weighed,
    ),
    roastedToOrder: changing(
      ({ isRoastedToOrder }) => (isRoastedToOrder ? 'Roasted to order' : 'Counted in stock'),
      ({ product }, { isRoastedToOrder }) =>
        product.category === COFFEE_BEANS ? { isRoastedToOrder } : 'Only coffees are roasted to order',
    ),
  },
  restore: {
    plan: (row, kept: Kept, { shop }) => planOf(shop, row, restoredBy(row, kept)),
    write: (tx, row, kept: Kept, { shop }) => save(tx, shop, row, restoredBy(row, kept)),
  },
  changed: (shop, { product }) => {
    shop.changed({ tag: 'Product', id: product.id, gone: product.is_draft === 1 })
    // The dates depend on the smallest bag of these coffees.
    if (product.is_roasted_to_order === 1) shop.changed({ tag: 'RoastDays' })
  },
}

export const productBulkRoutes: Handlers<typeof productBulk> = {
  preview: ({ shop, user, body }) => previewBulk(shop, user, PRODUCTS, body),
  apply: ({ shop, user, body }) => applyBulk(shop, user, PRODUCTS, body),
  undo: ({ shop, user, body }) => undoBulk(shop, user, PRODUCTS, body),
  export: async ({ shop, body }) =>
    exportProducts(shop, { ids: await chosenIds(shop, PRODUCTS, body.choice) }),
}

/** Newest first, as the list without another order. */
async function findIds({ db }: Shop, filter: WantedProducts, limit: number): Promise<string[]> {
  const rows = await filterProducts(db, filter)
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Saves a change that `planOf` has checked, of the row that the transaction has locked. */
async function save(tx: Tx, shop: Shop, { product }: ProductOfBulk, change: ProductChange | string) {
  if (typeof change !== 'string') await saveIn(tx, shop, product, { ...change, version: product.version })
}

const OF_ART = 'A work of art is changed on its own page, under Works'

function shown({ product }: ProductOfBulk): ProductChange | string {
  const isSample = product.name === samplesOf(productFields).name
  return isSample ? 'Its form was not filled in yet' : { isDraft: false }
}

function hidden(
  { product, subscriptions, endsOn }: ProductOfBulk,
  _action: unknown,
  { clock }: Shop,
): ProductChange | string {
  const problem = product.is_draft === 1 ? null : withoutPlan(subscriptions, endsOn, nowAt(clock).day)
  return problem ?? { isDraft: true }
}

function priced({ sizes }: ProductOfBulk, action: ActionOf<'price'>): ProductChange | string {
  if (sizes.some(({ price_cents: cents }) => cents === 0))
    return 'What is free gets its price in its own form'
  const prices = sizes.map(({ price_cents: cents }) => changedPrice(cents, priceChangeOf(action)))
  if (prices.some((cents) => cents <= 0)) return 'A price would be $0.00 or less'
  if (prices.some((cents) => cents > toCents(MAX_DOLLARS))) return 'A price would be too high'
  return { sizes: sizes.map(({ id }, index) => ({ id, price: toDollars(prices[index]!) })) }
}

function priceChangeOf({ by, value, ending }: ActionOf<'price'>): PriceChange {
  return {
    ...(by === 'percent' ? { hundredths: Math.round(value * 100) } : { cents: toCents(value) }),
    ending,
  }
}

function priceTitle({ by, value, ending }: ActionOf<'price'>): string {
  const sign = value > 0 ? '+' : ''
  const amount = by === 'percent' ? `${value}%` : formatCents(toCents(value))
  return `Price ${sign}${amount}${ending === null ? '' : `, to .${String(ending).padStart(2, '0')}`}`
}

/** How a change of prices reaches subscribers (server/subscriptions/notices.ts). */
async function subscribersOf(rows: readonly ProductOfBulk[], _action: unknown, { shop }: Presser) {
  const sizes = rows.flatMap((row) => row.sizes.map(({ id }) => id))
  const count = await countSubscriptions(shop.db, { sizes })
  if (count === 0) return []
  return [
    `${counted(count, 'subscription contains', 'subscriptions contain')} these products. A lower price is theirs at once. A higher one is announced to them by email 7 to 30 days before the first charge with it.`,
  ]
}

function recounted({ product, sizes }: ProductOfBulk, { counts }: ActionOf<'stock'>): ProductChange | string {
  if (product.is_roasted_to_order === 1) return 'It is roasted to order and has no stock'
  const found = new Map(counts.map(({ id, count }) => [id, count]))
  return {
    sizes: sizes.map(({ id, count_in_stock: before }) => ({ id, countInStock: found.get(id) ?? before })),
  }
}

function countsOf({ product, sizes }: ProductOfBulk): BulkInput[] {
  if (product.is_roasted_to_order === 1) return []
  return sizes.map((size) => ({ id: size.id, label: labelOf(size), value: size.count_in_stock }))
}

function weighed({ product, sizes }: ProductOfBulk, { grams }: ActionOf<'weight'>) {
  if (product.category === COFFEE_BEANS) return sizeFields.shippingGrams.onlyWhen!.problem
  return { sizes: sizes.map(({ id }) => ({ id, shippingGrams: grams })) }
}
