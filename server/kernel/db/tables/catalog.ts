/** The tables of what is for sale: products and sizes, stock, reviews, artists with their works and payouts. */
import type { Generated } from 'kysely'
import type { ColumnsOf } from '#shared/platform/resources/described.ts'
import type { artistFields } from '#shared/catalog/resources/artist.ts'
import type { productFields } from '#shared/catalog/resources/product.ts'
import type { sizeFields } from '#shared/catalog/resources/product-size.ts'
import type { Bit, Described } from '../table.ts'

export type Products = Omit<
  ColumnsOf<typeof productFields>,
  'is_roasted_to_order' | 'slug' | 'for_accounts' | 'company_id'
> & {
  for_accounts: Generated<Bit>
  company_id: Generated<string>
  slug: Generated<string>
  id: string
  user_id: string | null
  /** 1 if the coffee is roasted after it is ordered, and has no stock (decisions/070). */
  is_roasted_to_order: Generated<Bit>
  search_text: string
  /** The words of `search_text`, for the full-text index. */
  search_words: string
  version: number
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** The first size that a product got has the id of the product. */
export type ProductSizes = Omit<ColumnsOf<typeof sizeFields>, 'for_accounts'> & {
  for_accounts: Generated<Bit>
  id: string
  product_id: string
  position: number
  /** Null while the size is sold. */
  removed_at: string | null
}

export type StockMoves = {
  id: string
  size_id: string
  order_id: string | null
  qty: number
  reason: 'order' | 'return' | 'edit' | 'opening'
  at: string
}

export type StockNotices = {
  id: string
  product_id: string
  size_id: string
  email: string
  confirmed_at: string | null
  created_at: string
}

export type Reviews = {
  id: string
  product_id: string
  user_id: string | null
  name: string
  rating: number
  comment: string
  created_at: string
  /** Null while the review is shown. */
  hidden_at: Generated<string | null>
  hidden_by: Generated<string | null>
  hidden_reason: Generated<string | null>
  is_by_buyer: Generated<Bit>
  edited_at: Generated<string | null>
  /** The shop's answer; null if there is none. */
  reply: Generated<string | null>
  replied_at: Generated<string | null>
  replied_by: Generated<string | null>
}

export type Artists = Omit<Described<typeof artistFields>, 'slug'> & {
  slug: Generated<string>
  /** 1 from the creation of an artist until its first save. */
  is_draft: Generated<Bit>
}

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
