/** What the steps of the invented history share: its rows, random choices, and the input for an order. */
import type { Insertable } from 'kysely'
import type { Discount } from '#shared/kernel/discounts.ts'
import type { Schema, NewProduct, NewSize } from '#server/kernel/db/schema.ts'
import type { Person } from './people.ts'

/** The tables that the history fills, each after the tables that it references. */
export const HISTORY_TABLES = [
  'users',
  'outbox',
  'orders',
  'former_buyers',
  'discount_codes',
  'discount_uses',
  'order_lines',
  'stock_moves',
  'order_history',
  'order_notes',
  'shipments',
  'payments',
  'refunds',
  'refund_lines',
  'refund_items',
  'disputes',
  'gift_cards',
  'gift_card_moves',
  'gift_card_uses',
  'subscriptions',
  'subscription_items',
  'subscription_deliveries',
  'payment_methods',
  'gift_subscriptions',
  'coffee_endings',
  'newsletter_subscribers',
  'newsletter_consents',
  'suppressed_addresses',
  'newsletters',
  'newsletter_recipients',
  'record_lines',
  'reviews',
  'messages',
  'answers',
] as const satisfies (keyof Schema)[]
type Table = (typeof HISTORY_TABLES)[number]

/** The rows of a history, by table. */
export type Rows = { [T in Table]: Insertable<Schema[T]>[] }

/** An empty list for each table. */
export function noRows(): Rows {
  return Object.fromEntries(HISTORY_TABLES.map((table) => [table, []])) as unknown as Rows
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** A row id in the format of `newId`, which follows from the time and the seed. */
export function idAt(at: Date, random: Random): string {
  let time = ''
  for (let rest = at.getTime(); time.length < 9; rest = Math.floor(rest / 32))
    time = ALPHABET[rest % 32] + time
  return time + Array.from({ length: 13 }, () => ALPHABET[random.int(0, 31)]).join('')
}

/** Random choices that are the same in each run, because they follow from a seed. */
export type Random = ReturnType<typeof randomFrom>

/** The generator is mulberry32: 32 bits of state, enough for a few thousand invented rows. */
export function randomFrom(seed: number) {
  let state = seed
  /** From 0 to less than 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** A whole number from `from` to `to`. */
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => list[int(0, list.length - 1)]!
  /** One of the entries; an entry with twice the weight is chosen twice as often. */
  const weighted = <T>(entries: readonly (readonly [T, number])[]): T => {
    let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of entries) {
      rest -= weight
      if (rest < 0) return value
    }
    return entries.at(-1)![0]
  }
  const chance = (share: number): boolean => next() < share
  return { int, pick, weighted, chance }
}

export type Goods = { product: NewProduct; sizes: NewSize[] }
export type NewOrder = Insertable<Schema['orders']>
/** `discountCents` is the line's own discount, such as that of a subscription. */
export type Bought = Goods & { size: NewSize; grind: string; qty: number; discountCents?: number }

/** The discount of a whole order, or null if its lines have their own, with the words for it. */
export type Saving = { discount: Discount | null; label: string }

/** What a gift card pays of an order. The rest is paid with PayPal. */
export type CardPart = { cardId: string; cents: number }

export type Inventing = {
  rows: Rows
  random: Random
  now: Date
  at: Date
  person: Person
  /** Null for a guest. */
  account: string | null
  bought: Bought[]
  /** How it goes on: paid and not shipped yet, delivered as planned, and so on. By chance if it is left out. */
  course?: 'open' | 'as planned' | 'refunded' | 'expired'
  saving?: Saving
  card?: CardPart
  /** Who placed it, if not the person. */
  by?: string
  /** Columns that differ from those of an order for a parcel. */
  columns?: Partial<NewOrder>
}

/** Adds the stock moves of an order: -1 takes its goods, 1 returns them. */
export function moveStock(
  { rows, random, bought }: Inventing,
  order: NewOrder,
  sign: 1 | -1,
  at: Date,
): void {
  for (const { size, qty } of bought) {
    rows.stock_moves.push({
      id: idAt(at, random),
      size_id: size.id,
      order_id: order.id,
      qty: sign * qty,
      reason: sign < 0 ? 'order' : 'return',
      at: at.toISOString(),
    })
  }
}

/** Adds a line to the history of an order. */
export function note(
  { rows, random }: Pick<Inventing, 'rows' | 'random'>,
  order: NewOrder,
  actor: string,
  event: string,
  at: string,
): void {
  rows.order_history.push({ id: idAt(new Date(at), random), order_id: order.id, at, actor, event })
}

/** The time after `at`, as ISO 8601. */
export function later(at: Date, milliseconds: number): string {
  return new Date(at.getTime() + milliseconds).toISOString()
}
