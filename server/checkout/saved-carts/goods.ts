/** The goods of a saved cart: what is stored of them, and what they are on a later day. */
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import type { Product, ProductSize } from '#shared/catalog/api/products.ts'
import type { SavedLine } from '#shared/checkout/api/saved-carts.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { defaultGrind } from '#shared/platform/grinds.ts'
import { weeksOf, type SubscribingSettings } from '#shared/platform/settings/subscribing.ts'
import { labelOf, lineTitle } from '#shared/kernel/sizes.ts'
import { onSaleInOrder, toProducts } from '#server/catalog/products/catalogue.ts'
import type { Shop } from '#server/platform/shop.ts'
import { subscribingOf } from '#server/platform/settings/subscribing.ts'

type Line = PlaceOrder['orderItems'][number]
type Frequency = NonNullable<Line['subscribe']>

/** A stored line, with the names on the day when it was saved, for goods that are no longer sold later. */
export type SavedGoods = {
  product: string
  size: string
  name: string
  sizeLabel: string
  grams: number | null
  grind: string
  qty: number
  subscribe?: Frequency
}

/**
 * The lines of a cart that are on sale. The names come from the shop, and a grind that it does not offer is left out, so
 * that the mail has no text of the visitor.
 */
export async function goodsOnSale(shop: Shop, lines: readonly Line[]): Promise<SavedGoods[]> {
  const found = await productsOnSale(
    shop,
    lines.map(({ _id }) => _id),
  )
  return lines.flatMap(({ _id, sizeId, grind = '', qty, subscribe }): SavedGoods[] => {
    const product = found.get(_id)
    const size = sizeId === undefined ? product?.sizes[0] : sizeOf(product, sizeId)
    if (!product || !size) return []
    const { name, category, grinds } = product
    return [
      {
        product: _id,
        size: size.id,
        name,
        sizeLabel: labelOf(size),
        grams: size.grams,
        grind: grinds.includes(grind) ? grind : defaultGrind(category),
        qty,
        ...(subscribe ? { subscribe } : {}),
      },
    ]
  })
}

/** Saved lines with the current products, prices, stock and discounts, and what has changed since. */
export async function linesOfToday(shop: Shop, saved: readonly SavedGoods[]): Promise<SavedLine[]> {
  const found = await productsOnSale(
    shop,
    saved.map(({ product }) => product),
  )
  const offer = await subscribingOf(shop)
  /** The pieces of each size in the lines before: lines with different grinds share the stock of their size. */
  const taken = new Map<string, number>()
  return saved.map((goods) => {
    const product = found.get(goods.product)
    const size = sizeOf(product, goods.size)
    if (!product || !size) return goneLine(goods, product)
    const before = taken.get(size.id) ?? 0
    const left = Math.max(0, Math.min(goods.qty, size.countInStock - before))
    taken.set(size.id, before + left)
    const grind = product.grinds.includes(goods.grind) ? goods.grind : defaultGrind(product.category)
    const subscribe = frequencyOfToday(offer, product, goods.subscribe)
    return {
      title: lineTitle({ name: product.name, size: size.grams, sizeLabel: labelOf(size), grind }),
      sizeId: size.id,
      grind,
      qty: goods.qty,
      left,
      price: size.price,
      ...(subscribe ? { subscribe } : {}),
      notes: [
        ...stockNotes(product, size, { qty: goods.qty, left }),
        ...(grind === goods.grind ? [] : [`${goods.grind} is no longer offered: now ${grind || 'as it is'}`]),
        ...(goods.subscribe && !subscribe
          ? ['this subscription is no longer offered: now a single purchase']
          : []),
      ],
      product,
    }
  })
}

/** A line whose product or size is no longer sold. */
function goneLine(goods: SavedGoods, product: Product | undefined): SavedLine {
  const { name, grams, sizeLabel, grind, size, qty } = goods
  return {
    title: lineTitle({ name, size: grams, sizeLabel, grind }),
    sizeId: size,
    grind,
    qty,
    left: 0,
    price: null,
    notes: [product ? 'no longer sold in this size' : 'no longer sold'],
    product: null,
  }
}

function stockNotes(
  product: Product,
  size: ProductSize,
  { qty, left }: { qty: number; left: number },
): string[] {
  if (size.countInStock === 0) return ['sold out']
  if (left === qty) return []
  return [product.isRoastedToOrder ? `at most ${size.countInStock} in one order` : `only ${left} left`]
}

/** The frequency with the current discount; undefined if the shop no longer offers it. */
function frequencyOfToday(
  offer: SubscribingSettings,
  { category }: Product,
  frequency: Frequency | undefined,
): SavedLine['subscribe'] {
  const isOffered =
    frequency &&
    offer.isOffered &&
    category === COFFEE_BEANS &&
    weeksOf(offer).includes(frequency.weeks) &&
    (!frequency.taste || offer.hasChoice)
  if (!isOffered) return undefined
  return { ...frequency, percent: offer.percent, ...(frequency.taste ? { limit: offer.choicePrice } : {}) }
}

async function productsOnSale(shop: Shop, ids: readonly string[]): Promise<Map<string, Product>> {
  const products = await toProducts(shop, await onSaleInOrder(shop.db, [...new Set(ids)]))
  return new Map(products.map((product) => [product._id, product]))
}

function sizeOf(product: Product | undefined, id: string): ProductSize | undefined {
  return product?.sizes.find((size) => size.id === id)
}
