/** The tables of what the owner writes: the menu, events, newsletters, texts of pages, pictures. */
import type { Generated } from 'kysely'
import type { ColumnsOf } from '#shared/platform/resources/described.ts'
import type { SignupState } from '#shared/content/api/event-admin.ts'
import type { NEWSLETTER_STATES } from '#shared/platform/newsletters.ts'
import type { brewGuideFields } from '#shared/content/resources/brew-guide.ts'
import type { eventFields } from '#shared/content/resources/event.ts'
import type { menuPageFields } from '#shared/content/resources/menu-page.ts'
import type { Bit, Described, Versioned } from '../table.ts'

export type MenuPages = ColumnsOf<typeof menuPageFields> & {
  position: number
}

export type BrewGuides = Described<typeof brewGuideFields> & { slug: string }

export type Events = Omit<Described<typeof eventFields>, 'slug'> & {
  slug: Generated<string>
  taken: Generated<number>
  cancelled_at: string | null
}

export type EventSignups = {
  id: string
  event_id: string
  name: string
  email: string
  seats: number
  state: SignupState
  reminded_at: string | null
  created_at: string
}

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

export type Newsletters = Versioned & {
  subject: string
  preview: Generated<string>
  blocks: string
  buyers_of: Generated<string>
  state: Generated<(typeof NEWSLETTER_STATES)[number]>
  send_on: string | null
  started_at: string | null
  ended_at: string | null
}

export type NewsletterRecipients = {
  newsletter_id: string
  subscriber_id: string
  outbox_id: string | null
}

export type PageVersions = Versioned & {
  page: string
  state: 'draft' | 'published'
  /** JSON: the values of the page's slots. */
  body: string
  /** JSON: the file names of the uploaded pictures in `body`. */
  pictures: Generated<string>
  publish_at: string | null
  /** The `publish_at` of the version that this one repeats. */
  restored_from: Generated<string | null>
  saved_by: string
}

export type Media = Versioned & {
  file: string
  alt: Generated<string>
  focal_x: Generated<number>
  focal_y: Generated<number>
}
