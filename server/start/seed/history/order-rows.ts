/** The input for inventing an order, and the rows that several of its steps add. */
import type { Insertable } from 'kysely'
import type { NewProduct, NewSize, Schema } from '#server/kernel/db/schema.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import { idAt, type Rows } from './rows.ts'

export type Goods = { product: NewProduct; sizes: NewSize[] }
export type NewOrder = Insertable<Schema['orders']>
export type Bought = Goods & { size: NewSize; grind: string; qty: number }

export type Inventing = {
  rows: Rows
  random: Random
  now: Date
  at: Date
  person: Person
  /** Null for a guest. */
  account: string | null
  bought: Bought[]
  /** Paid and not shipped yet, instead of an ending by chance. */
  isOpen?: boolean
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
  { rows, random }: Inventing,
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
