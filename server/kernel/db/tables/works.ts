/** The tables of 037-works.sql: works of art for sale, the shares of artists, and what was paid to them. */
import type { Bit } from './shop.ts'

export type Works = {
  product_id: string
  artist_id: string
  year: number | null
  medium: string
  dimensions: string
  box: string
  packed_grams: number | null
  place: number
  is_hidden: Bit
}

export type ArtistShares = { id: string; artist_id: string; percent: number; since: string }

export type ArtistPayouts = {
  id: string
  artist_id: string
  cents: number
  note: string
  actor: string
  paid_at: string
}
