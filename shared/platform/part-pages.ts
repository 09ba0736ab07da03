/** The public pages of the parts of the shop. Every page loads this file, so it names no other part. */
import type { OpenParts, PartId } from './parts.ts'

/** The public pages of the parts. Pages for what is still owed, such as a balance, belong to no part. */
const PAGES: { [Id in PartId]?: RegExp } = {
  // The links that cancel a subscription work for ever.
  subscriptions: /^\/(subscribe(\/|$)|gift$|profile\/subscriptions|subscriptions\/[^/]+(\/skip)?$)/,
  giftCards: /^\/(profile\/)?gift-cards$/,
  // Whoever has signed up can cancel.
  events: /^\/events(\/(?![^/]+\/cancel$)|$)/,
  // The form on /wholesale itself stays.
  wholesale: /^\/wholesale\/./,
  newsletters: /^\/newsletter(\/confirm)?$/,
}

/** Whether the part of the page with this address, if it has one, is not off. */
export function isPageOpen(path: string, parts: OpenParts): boolean {
  // Addresses of pages are found in capitals, too.
  const pathname = path.replace(/[?#].*/, '').toLowerCase()
  return Object.entries(PAGES).every(([id, pages]) => id in parts || !pages.test(pathname))
}
