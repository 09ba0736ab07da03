/** The goods of a cart: the current product, size and grind of each of its lines, for shipping quotes and orders. */
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import type { Subscribed } from '#shared/platform/api/cart-lines.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { defaultGrind, grindsOf, WHOLE_BEAN } from '#shared/platform/grinds.ts'
import { subscriptionDiscount, toCents } from '#shared/kernel/pricing.ts'
import { availableCount, labelOf } from '#shared/kernel/sizes.ts'
import { weeksOf } from '#shared/platform/settings/subscribing.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { GRINDING } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'
import { subscribingOf } from '#server/platform/settings/subscribing.ts'
import { nameOfChoice } from '#shared/platform/subscriptions.ts'
import { roasts } from '#server/platform/settings/parts.ts'

/** A line of a cart with its current product. Lines with the same product, size, grind and subscription are one line. */
export type Goods = {
  productId: string
  sizeId: string
  /** Empty for goods other than coffee. */
  grind: string
  qty: number
  /** The place in the request. */
  position: number
  name: string
  /** The name, with the size if the product has several. */
  title: string
  image: string
  category: string
  sizeLabel: string
  sizeGrams: number | null
  sku: string
  priceCents: number
  /** For an account: the price in the shop, and whether the line is taxed. `priceCents` is then the price of the account. */
  listCents?: number
  isTaxed?: boolean
  /** The id of the account that buys it; missing for retail. */
  account?: string
  /** The number of items of this size that can be sold. */
  left: number
  /** True for a coffee that has no stock and uses the capacity of its roast day instead. */
  isRoastedToOrder: boolean
  /** The weight of goods with their packing, in grams. Null if it is not known, and for coffee. */
  packedGrams: number | null
  /** The box of a work of art, empty if it is not shipped. Undefined for other goods. */
  box?: string
  /** Set if the line starts a subscription; `discountCents` is then its discount for the whole quantity. */
  subscribe?: Subscribed
  discountCents?: number
  /** The price of a piece before the discount to which a subscriber agrees. */
  agreedCents?: number
}

/** A size, and its total quantity in the cart. */
export type SizeTotal = Pick<
  Goods,
  'productId' | 'sizeId' | 'title' | 'left' | 'isRoastedToOrder' | 'priceCents' | 'qty' | 'account'
>

/**
 * Finds the goods of a cart, sorted by product and size, so that all orders lock them in the same order. A line without
 * a size is the product's first size, and a coffee without a grind is whole bean. Throws 409 for a product or size that
 * is not on sale, for a grind that is not offered, and for a subscription that is not offered.
 * @param account the id of the account that buys, which finds what is for accounts only, and its private labels
 */
export async function findGoods(
  shop: Pick<Shop, 'db' | 'cached' | 'config'>,
  lines: PlaceOrder['orderItems'],
  account: string | null = null,
): Promise<Goods[]> {
  const rows = await readProducts(
    shop.db,
    lines.map(({ _id }) => _id),
    account,
  )
  const isGround = lines.some(({ grind }) => grind && grind !== WHOLE_BEAN)
  const grinding = isGround ? await currentSettings(shop, GRINDING) : { isOffered: false, grinds: [] }
  const found = new Map<string, Goods>()
  for (const [position, { _id: productId, sizeId, grind: requested, qty, subscribe }] of lines.entries()) {
    const ofProduct = rows.filter(({ product_id }) => product_id === productId)
    const size = sizeOf(ofProduct, productId, sizeId, account)
    const { name, category } = size
    const wholeBeanOnly = size.whole_bean_only === 1
    const isRoastedToOrder = size.is_roasted_to_order === 1
    const grind = isDefault(requested) ? defaultGrind(category) : requested!
    if (!isDefault(requested) && !grindsOf({ category, wholeBeanOnly }, grinding).includes(grind))
      throw notOffered(size, grind)
    const key = `${productId} ${size.id} ${grind} ${subscribe?.weeks ?? ''} ${subscribe?.taste ?? ''}`
    const before = found.get(key)
    found.set(key, {
      productId,
      sizeId: size.id,
      grind,
      qty: qty + (before?.qty ?? 0),
      position: before?.position ?? position,
      name,
      title: ofProduct.length > 1 ? `${name}, ${labelOf(size)}` : name,
      image: size.image,
      category,
      sizeLabel: labelOf(size),
      sizeGrams: size.grams,
      sku: size.sku,
      priceCents: size.price_cents,
      left:
        account !== null && isRoastedToOrder
          ? MOST_FOR_ACCOUNT
          : availableCount(size.count_in_stock, isRoastedToOrder),
      isRoastedToOrder,
      packedGrams: size.packed_grams,
      ...(size.box === null ? {} : { box: size.box }),
      ...(subscribe ? { subscribe } : {}),
      ...(account === null ? {} : { account }),
    })
  }
  await discountSubscribed(shop, found)
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, goods]) => goods)
}

/** The most pieces of a coffee roasted to order in one order of an account. */
const MOST_FOR_ACCOUNT = 10_000

/** Adds the discount of subscriptions. Throws 409 for a line that the shop does not offer as a subscription. */
async function discountSubscribed(
  shop: Pick<Shop, 'db' | 'cached' | 'config'>,
  found: Map<string, Goods>,
): Promise<void> {
  const isSubscribed = [...found.values()].some(({ subscribe }) => subscribe)
  if (!isSubscribed) return
  const settings = await subscribingOf(shop)
  for (const goods of found.values()) {
    const { subscribe, category, name } = goods
    if (!subscribe) continue
    const { weeks, taste } = subscribe
    if (!settings.isOffered) throw notSubscribable('Subscriptions are no longer offered')
    if (category !== COFFEE_BEANS) throw notSubscribable(`${name} is not offered as a subscription`)
    if (!weeksOf(settings).includes(weeks)) throw notSubscribable('This frequency is no longer offered')
    if (taste && !settings.hasChoice)
      throw notSubscribable(`${nameOfChoice(await roasts(shop))} is no longer offered`)
    const limit = taste ? toCents(settings.choicePrice) : goods.priceCents
    goods.agreedCents = limit
    goods.discountCents = subscriptionDiscount(goods, limit, settings.percent)
  }
}

function notSubscribable(message: string) {
  return conflict(message, { code: 'subscription' })
}

/** The total quantity of each size, in the same order. All grinds of a size share its stock. */
export function totalsOfSizes(goods: readonly Goods[]): SizeTotal[] {
  const totals = new Map<string, SizeTotal>()
  for (const {
    sizeId,
    productId,
    title,
    left,
    isRoastedToOrder,
    listCents,
    priceCents,
    qty,
    account,
  } of goods) {
    const before = totals.get(sizeId)?.qty ?? 0
    totals.set(sizeId, {
      sizeId,
      productId,
      title,
      left,
      isRoastedToOrder,
      // Stock is taken at the price in the shop, from which that of an account may follow.
      priceCents: listCents ?? priceCents,
      qty: before + qty,
      ...(account === undefined ? {} : { account }),
    })
  }
  return [...totals.values()]
}

type ProductSize = Awaited<ReturnType<typeof readProducts>>[number]

/** Products with their sizes: one row per size, in the order of the sizes. A deleted product has one row without a size. */
function readProducts(db: Db, ids: string[], account: string | null) {
  return db
    .selectFrom('products')
    .leftJoin('product_sizes', (join) =>
      join
        .onRef('product_sizes.product_id', '=', 'products.id')
        .on('removed_at', 'is', null)
        .on('product_sizes.for_accounts', 'in', account === null ? [0] : [0, 1]),
    )
    .select(['products.id as product_id', 'name', 'image', 'category', 'whole_bean_only'])
    .select('is_roasted_to_order')
    .select(['deleted_at', 'is_draft', 'products.for_accounts', 'company_id'])
    .select(['product_sizes.id', 'label', 'grams', 'sku'])
    .leftJoin('works', 'works.product_id', 'products.id')
    .select(['price_cents', 'count_in_stock', 'works.box'])
    .select((eb) => eb.fn.coalesce('works.packed_grams', 'shipping_grams').as('packed_grams'))
    .where('products.id', 'in', ids)
    .orderBy('position')
    .orderBy('product_sizes.id')
    .execute()
}

function isOnSaleTo(account: string | null, { is_draft, for_accounts, company_id }: ProductSize): boolean {
  if (account === null) return !is_draft
  return (!is_draft || for_accounts === 1) && (company_id === '' || company_id === account)
}

/** The row of the requested size. Throws 409. */
function sizeOf(
  ofProduct: ProductSize[],
  productId: string,
  sizeId: string | undefined,
  account: string | null,
) {
  const [first] = ofProduct
  if (!first || first.deleted_at !== null || !isOnSaleTo(account, first) || first.id === null) {
    const known = account === null && first?.for_accounts ? undefined : first?.name
    const message = `${known ?? 'A product in your cart'} is no longer on sale`
    throw conflict(message, { code: 'stock', productId, countInStock: 0 })
  }
  const size = sizeId === undefined ? first : ofProduct.find(({ id }) => id === sizeId)
  if (!size) {
    const message = `${first.name} is no longer sold in this size. Choose another size`
    throw conflict(message, { code: 'stock', productId, sizeId, countInStock: 0 })
  }
  // The left join makes the columns of a size nullable. The check of `first.id` above has shown that they are not null.
  return size as {
    [C in keyof ProductSize]: C extends 'grams' | 'box' | 'packed_grams'
      ? ProductSize[C]
      : NonNullable<ProductSize[C]>
  }
}

function isDefault(grind: string | undefined): boolean {
  return !grind || grind === WHOLE_BEAN
}

function notOffered(
  {
    product_id: productId,
    id: sizeId,
    name,
    category,
  }: { product_id: string; id: string; name: string; category: string },
  grind: string,
) {
  const message =
    category === COFFEE_BEANS
      ? `${name} is not offered as ${grind}. Choose another grind`
      : `${name} cannot be ground`
  return conflict(message, { code: 'grind', productId, sizeId, grind })
}
