/** What can be given as a subscription, and what a delivery costs. */
import type { GiftOffer } from '#shared/subscriptions/api/gifts.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import { grindsOf } from '#shared/platform/grinds.ts'
import { weeksOf } from '#shared/platform/settings/subscribing.ts'
import { GIFT_COUNTS, TASTE_NAMES } from '#shared/platform/subscriptions.ts'
import { subscribingOf } from '#server/platform/settings/subscribing.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { GRINDING } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'
import { listGoods, offerOf } from '../offer.ts'
import { shareOf } from './price.ts'

/** The offer. Gift subscriptions are offered while subscriptions are. */
export async function giftOffer(shop: Shop): Promise<GiftOffer> {
  const [{ isOffered, choice }, settings, { goods }, share] = await Promise.all([
    offerOf(shop),
    subscribingOf(shop),
    listGoods(shop),
    shareOf(shop),
  ])
  const priceOf = (price: number) => toDollars(share(toCents(price)).share)
  return {
    isOffered,
    counts: [...GIFT_COUNTS],
    weeks: weeksOf(settings),
    tastes: (choice?.tastes ?? []).map(({ taste }) => ({
      taste,
      name: TASTE_NAMES[taste],
      delivery: priceOf(settings.choicePrice),
    })),
    coffees: goods
      .filter(({ isCoffee }) => isCoffee)
      .map(({ _id, name, sizes, grinds }) => ({
        _id,
        name,
        sizes: sizes.map(({ id, label, price }) => ({ id, label, delivery: priceOf(price) })),
        grinds,
      })),
    grinds: await anyGrinds(shop),
  }
}

/** The grinds of a coffee that is not chosen yet. */
export async function anyGrinds(shop: Shop): Promise<string[]> {
  return grindsOf({ category: COFFEE_BEANS, wholeBeanOnly: false }, await currentSettings(shop, GRINDING))
}
