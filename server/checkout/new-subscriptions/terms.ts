/** The terms of the subscriptions in a cart, and the check that the buyer agreed to them. */
import { discountLines, listPriceOf } from '#shared/kernel/discounts.ts'
import { addDays } from '#shared/kernel/days.ts'
import { agreementOf, consentText, termsText, type Terms } from '#shared/checkout/subscription-terms.ts'
import { upcoming, WEEKS, type Planner, type Weeks, nameOfTaste } from '#shared/platform/subscriptions.ts'
import { conflict } from '#server/kernel/errors.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import { roasts } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Goods } from '../quotes/goods.ts'
import { plannerOf } from './plan.ts'
import { subscribingOf } from '#server/platform/settings/subscribing.ts'

/** How many later deliveries the terms name. */
const NAMED = 3

/** The terms of these goods, one text for each frequency. Empty without a subscription. */
export async function termsOf(shop: Shop, goods: readonly Goods[], isPickup: boolean) {
  const { percent: discount, noticeDays } = await subscribingOf(shop)
  const plan = await plannerOf(shop)
  const isRoasted = await roasts(shop)
  const first = plan.firstRoast(nowAt(shop.clock))
  const all = byFrequency(goods).map(([weeks, lines]): Terms => {
    const discounts = discountLines(lines, null)
    return {
      weeks,
      lines: lines.map(({ qty, name, sizeLabel, grind, subscribe: { taste } = { weeks } }) =>
        taste
          ? { qty, name: nameOfTaste(taste, isRoasted), sizeLabel, grind, taste }
          : { qty, name, sizeLabel, grind },
      ),
      itemsCents: lines.reduce((sum, line, index) => sum + listPriceOf(line) - discounts[index]!, 0),
      discount,
      next: first === null ? [] : nextDeliveries(plan, first, weeks),
      noticeDays,
      isPickup,
      roasts: isRoasted,
    }
  })
  const { name } = await businessOf(shop)
  return {
    subscriptions: all.map((terms) => ({ weeks: terms.weeks, text: termsText(terms) })),
    consent: all.length === 0 ? '' : consentText(name, all),
  }
}

/** The subscribed goods of each frequency, in the order of the request. */
export function byFrequency(goods: readonly Goods[]): [Weeks, Goods[]][] {
  const lines = goods.toSorted((one, other) => one.position - other.position)
  return WEEKS.flatMap((weeks): [Weeks, Goods[]][] => {
    const found = lines.filter(({ subscribe }) => subscribe?.weeks === weeks)
    return found.length > 0 ? [[weeks, found]] : []
  })
}

function nextDeliveries(plan: Planner, roastsOn: string, weeks: Weeks) {
  return upcoming(plan, addDays(roastsOn, weeks * 7), weeks, NAMED)
}

/**
 * The text that the buyer agreed to; null for a cart without a subscription. Throws 409 with the code `terms` if the
 * buyer has not agreed, or agreed to other terms than the current ones.
 * @param agreed `consent` of the order
 */
export async function requireConsent(
  shop: Shop,
  goods: readonly Goods[],
  isPickup: boolean,
  agreed: string | undefined,
): Promise<string | null> {
  if (!goods.some(({ subscribe }) => subscribe)) return null
  const text = agreementOf(await termsOf(shop, goods, isPickup))
  if (agreed === text) return text
  throw conflict(
    agreed === undefined
      ? 'Please read the terms of the subscription and agree to them'
      : 'The terms of the subscription have changed. Please read them again',
    { code: 'terms' },
  )
}
