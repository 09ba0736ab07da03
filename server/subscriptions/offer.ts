/** What a customer can subscribe to: the offer on product pages, and the goods of the form. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { SubscriptionOffer, subscriptionOffer } from '#shared/subscriptions/api/subscription-offer.ts'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import { weeksOf } from '#shared/platform/settings/subscribing.ts'
import { TASTES, TASTE_NAMES } from '#shared/platform/subscriptions.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { termsOf } from '#server/checkout/new-subscriptions/terms.ts'
import { findGoods } from '#server/checkout/quotes/goods.ts'
import type { Shop } from '#server/platform/shop.ts'
import { subscribingOf } from '#server/platform/settings/subscribing.ts'
import { matching, onSaleInOrder, toProducts } from '#server/catalog/products/catalogue.ts'
import { nextCoffee, packable, rotationOf } from './rotation.ts'

/** The offer for product pages. A taste without a coffee in stock is left out. */
export async function offerOf(shop: Shop): Promise<SubscriptionOffer> {
  const settings = await subscribingOf(shop)
  const { isOffered, percent: discount, hasChoice, choicePrice: price } = settings
  const weeks = weeksOf(settings)
  if (!isOffered || !hasChoice) return { isOffered, discount, weeks, choice: null }
  const rotation = await rotationOf(shop)
  const tastes = TASTES.flatMap((taste) => {
    const coffee = nextCoffee(packable(rotation[taste], toCents(price)), { qty: 1, before: [] })
    if (!coffee) return []
    const { productId: product, sizeId, name, sizeLabel, priceCents } = coffee
    const next = { product, sizeId, name, sizeLabel, price: Math.min(price, toDollars(priceCents)) }
    return [{ taste, name: TASTE_NAMES[taste], next }]
  })
  return { isOffered, discount, weeks, choice: tastes.length > 0 ? { price, tastes } : null }
}

/** More than a list of a form can show well. */
const MOST = 300

/** The goods on sale by name, coffees first. Works of art are left out, because there is one of each. */
export async function listGoods(shop: Shop): Promise<Reply<typeof subscriptionOffer.goods>> {
  const rows = await matching(shop.db, '')
    .select('products.id')
    .where(
      'products.id',
      'not in',
      shop.db.selectFrom('works').select('product_id').where('product_id', 'is not', null),
    )
    .orderBy((eb) => eb.case().when('category', '=', COFFEE_BEANS).then(0).else(1).end())
    .orderBy('name')
    .orderBy('products.id')
    .limit(MOST)
    .execute()
  const ids = rows.map(({ id }) => id)
  const found = await toProducts(shop, await onSaleInOrder(shop.db, ids))
  return {
    goods: found.map(({ _id, name, category, sizes, grinds }) => ({
      _id,
      name,
      isCoffee: category === COFFEE_BEANS,
      sizes: sizes.map(({ id, label, price, countInStock }) => ({
        id,
        label,
        price,
        isInStock: countInStock > 0,
      })),
      grinds,
    })),
  }
}

/** The terms of a cart. Throws 409 for goods that are not offered. */
export async function termsOfCart(
  shop: Shop,
  { orderItems, isPickup }: Body<typeof subscriptionOffer.terms>,
): Promise<Reply<typeof subscriptionOffer.terms>> {
  return termsOf(shop, await findGoods(shop, orderItems), isPickup)
}
