/** The tables of 039-discounts.sql: discount codes and their uses. */
import type { Generated } from 'kysely'
import type { Bit } from './shop.ts'

export type DiscountCodes = {
  id: string
  /** In capital letters. */
  code: string
  note: string
  kind: 'percent' | 'amount' | 'shipping'
  percent: number
  amount_cents: number
  /** JSON lists: categories, and ids of products. */
  categories: string
  products: string
  minimum_cents: number | null
  /** Days in the shop's time zone, both included; empty if there is no limit. */
  starts_on: string
  ends_on: string
  first_order_only: Bit
  per_person: number | null
  total: number | null
  is_off: Bit
  /** The number of orders that use the code and were not closed unpaid. */
  used: Generated<number>
  version: Generated<number>
  created_at: string
  updated_at: string
}

/** The use of a code by an order. */
export type DiscountUses = {
  order_id: string
  code_id: string
  /** The buyer's address as server/kernel/limits/mailing.ts compares addresses; empty after the account was deleted. */
  mailbox: string
  saved_cents: number
  used_at: string
  /** When the order was closed unpaid; then the use does not count. */
  released_at: string | null
}
