/** Which part of the shop sends which mails. The others are sent whatever parts are on. */
import type { OpenParts, PartId } from '../parts.ts'

const KINDS: { readonly [Part in PartId]?: RegExp } = {
  subscriptions: /^(subscription-.*|gift|gift-(copy|next|shipped|unopened))$/,
  giftCards: /^gift-card$/,
  events: /^event-/,
  newsletters: /^newsletter/,
  reviews: /^order-review$/,
  pickup: /^order-(ready|reminder)$/,
  counter: /^order-receipt$/,
  wholesale: /^(wholesale-|standing-|week-order|invoice|statement$|account-held$)/,
}

/** Whether only this part sends mails of this kind. */
export function isMailOf(part: PartId, kind: string): boolean {
  return KINDS[part]?.test(kind) ?? false
}

/** Whether mails of this kind are sent while only these parts are not off. */
export function isMailSent(kind: string, parts: OpenParts): boolean {
  return Object.entries(KINDS).every(([part, kinds]) => part in parts || !kinds.test(kind))
}
