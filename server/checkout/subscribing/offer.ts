/** What the shop offers to new subscribers. */
import type { SubscriptionOffer } from '#shared/checkout/api/subscribe.ts'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import { weeksOf } from '#shared/platform/settings/subscribing.ts'
import { TASTES, TASTE_NAMES } from '#shared/platform/subscriptions.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { SUBSCRIBING } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nextCoffee, packable, rotationOf } from './choice.ts'

/** The owner's settings of subscriptions. */
export function subscribingOf(shop: Pick<Shop, 'cached' | 'db' | 'config'>) {
  return currentSettings(shop, SUBSCRIBING)
}

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
