/** Pages of the shop that a search is about, although no product has its words: gift cards and subscriptions. */
import type { FoundProducts } from '#shared/catalog/api/products.ts'
import { searchTerms } from '#server/kernel/db/search.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { GIFT_CARDS, SUBSCRIBING } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'

type Page = FoundProducts['about'][number]

const GIFT = /^(gifts?|giftcards?|vouchers?|presents?)$/
const SUBSCRIPTION = /^(subscri(be|ber|bers|bing|ption|ptions)|abo)$/

export type MatchingPages = {
  about: Page[]
  /** The keyword without the words of the pages; empty if nothing else is left. */
  rest: string
  /** Whether the keyword is about subscriptions, for which every coffee is offered. */
  isSubscription: boolean
}

/** The pages that a keyword is about. */
export async function matchingPages(
  shop: Pick<Shop, 'db' | 'cached' | 'config'>,
  keyword: string,
): Promise<MatchingPages> {
  const terms = searchTerms(keyword)
  const isAbout = (pattern: RegExp) => terms.some((term) => pattern.test(term))
  const [giftCards, subscribing] = await Promise.all([
    isAbout(GIFT) ? currentSettings(shop, GIFT_CARDS) : null,
    isAbout(SUBSCRIPTION) ? currentSettings(shop, SUBSCRIBING) : null,
  ])
  const isGift = giftCards?.isOffered === true
  const isSubscription = subscribing?.isOffered === true
  const isWordOfPage = (term: string) =>
    (isGift && (GIFT.test(term) || /^cards?$/.test(term))) || (isSubscription && SUBSCRIPTION.test(term))
  return {
    about: [...(isGift ? [GIFT_PAGE] : []), ...(isSubscription ? [SUBSCRIPTION_PAGE] : [])],
    rest: terms.filter((term) => !isWordOfPage(term)).join(' '),
    isSubscription,
  }
}

const GIFT_PAGE: Page = {
  title: 'Gift cards',
  text: 'By email or to print, for everything in the shop and at the bar.',
  to: '/gift-cards',
}

const SUBSCRIPTION_PAGE: Page = {
  title: 'Subscriptions',
  text: 'Choose “Subscribe” on the page of a coffee, and how often it comes.',
  to: '/shop',
}
