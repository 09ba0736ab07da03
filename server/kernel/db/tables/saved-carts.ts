/** The table of 050-saved-carts.sql. */
import type { Generated } from 'kysely'

export type SavedCarts = {
  id: string
  email: string
  kind: 'now' | 'tomorrow'
  /** JSON: a list of `SavedGoods` (server/checkout/saved-carts/goods.ts). */
  goods: string
  goods_hash: string
  discount_code: Generated<string>
  consent: string
  requested_at: string
  due_at: string
  sent_at: string | null
}
