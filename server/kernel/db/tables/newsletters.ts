/** The tables of 043-newsletters.sql: subscribers, newsletters and notices. */
import type { Generated } from 'kysely'
import type { NEWSLETTER_STATES } from '#shared/platform/newsletters.ts'
import type { Bit } from './shop.ts'

export type NewsletterSubscribers = {
  id: string
  email: string
  state: 'pending' | 'active' | 'left'
  wants_news: Generated<Bit>
  wants_lots: Generated<Bit>
  link_key: string
  requested_at: string
  confirmed_at: string | null
  left_at: string | null
}

export type NewsletterConsents = {
  id: string
  email: string
  kind: 'asked' | 'confirmed' | 'changed' | 'withdrawn'
  text: string
  source: string
  at: string
}

export type SuppressedAddresses = {
  address_hash: string
  reason: 'withdrawn' | 'admin'
  at: string
}

export type Newsletters = {
  id: string
  subject: string
  preview: Generated<string>
  blocks: string
  buyers_of: Generated<string>
  state: Generated<(typeof NEWSLETTER_STATES)[number]>
  send_on: string | null
  version: Generated<number>
  created_at: string
  updated_at: string
  started_at: string | null
  ended_at: string | null
}

export type NewsletterRecipients = {
  newsletter_id: string
  subscriber_id: string
  outbox_id: string | null
}

export type StockNotices = {
  id: string
  product_id: string
  size_id: string
  email: string
  confirmed_at: string | null
  created_at: string
}
