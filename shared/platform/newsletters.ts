/** Constants of newsletters that the server and the screens share (decisions/065-newsletters-and-notices.md). */
import type { OpenParts } from './parts.ts'

/** The shops in which people agreed, as texts name them. */
export const SOURCE_NAMES = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  own: 'a file of this shop',
} as const

/** The states of a newsletter. `stopped`: an admin stopped it before all mails were queued, and can continue. */
export const NEWSLETTER_STATES = ['draft', 'scheduled', 'sending', 'stopped', 'sent'] as const

/**
 * What a subscriber agrees to. The text is stored with the consent, so a change of it applies only to later consents.
 * @param parts the parts of the shop that are not off
 */
export function newsConsent({ events }: OpenParts): string {
  return `Send me news about ${newsTopics({ events })}. I can unsubscribe at any time with one click.`
}

/** What the news are about: 'coffees and events'. */
export function newsTopics({ events }: OpenParts): string {
  return events ? 'coffees and events' : 'coffees'
}

export const LOTS_CONSENT = 'Tell me when there is a new lot of a coffee that I bought.'
