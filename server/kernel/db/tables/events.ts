/** The tables of 036-events.sql: events, and the people who signed up. */
import type { Generated } from 'kysely'
import type { SignupState } from '#shared/content/api/event-admin.ts'
import type { Bit } from './shop.ts'

export type Events = {
  id: string
  title: string
  starts: string
  ends: string
  place: string
  seats: number
  taken: Generated<number>
  price_cents: number | null
  image: string
  description: string
  is_draft: Bit
  cancelled_at: string | null
  version: Generated<number>
  created_at: string
  updated_at: string
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
