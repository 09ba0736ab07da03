/**
 * The words of each part of the shop, by which texts that name it are found. Words that mean something else without the
 * part are not here: a gift note is no gift card, and any coffee has a roasting level.
 */
import type { PartId } from './parts.ts'

/** The addresses in a list begin with `/`. Addresses that stay while the part is off are left out. */
export const PART_WORDS: Readonly<Record<PartId, RegExp>> = {
  roastery:
    /\broast(?:ing)? (?:days?|dates?)\b|\broast(?:ed|s)? to order\b|\b(?:we|who|can) roasts?\b|\b(?:is|are|be|it|coffee|freshly) roasted\b|\broasted (?:on|in|here|for|and)\b|\broasts (?:on |mon|tue|wed|thu|fri|sat|sun)|\b(?:a|the|our) roaster(?:y|s)?\b|\b(?:next|first) roast\b|\broastery\b|\bafter roasting\b|>roasted<|\broaster[’']s choice\b/i,
  subscriptions:
    /\bsubscriptions?\b(?!s?\/)|\/subscribe\b|\bsubscribe (?:and|to coffee)\b|\bsubscribers?\b|>subscribe<\/a/i,
  giftCards: /\bgift cards?\b|\/gift-cards\b(?!\/balance)/i,
  discountCodes: /\b(?:discount|promo|coupon) codes?\b/i,
  events: /\bevents?\b|\/events\b|\bsign-ups?\b|\bwaiting list\b/i,
  artForSale:
    /\b(?:art|works?|paintings?|prints?|pictures?) (?:is |are )?for sale\b|\bbuy (?:the |our )?art\b/i,
  newsletters: /\bnewsletters?\b|\bget news\b/i,
  reviews: /\breviews?\b|\bwhat customers say\b|\baggregateRating\b/i,
  pickup:
    /\bpick(?:s|ed|ing)? (?:it|them|your order|an order|the order|orders|what you ordered)? ?up\b|\bpickups?\b/i,
  counter: /\bat the counter\b|\bcounter sales?\b/i,
  // The form and its page belong to no part.
  wholesale: /\bwholesale (?:accounts?|prices?|orders?|customers?|portal)\b|\bstanding orders?\b/i,
  accountingFiles: /\baccounting files?\b|\bbookkeeping files?\b/i,
}
