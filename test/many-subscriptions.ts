/** Many subscriptions without purchases, for the campaign of a year, with payment methods that PayPal's sandbox knows. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db, Schema } from '#server/kernel/db/schema.ts'
import { newId } from '#server/kernel/time/clock.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import type { Weeks } from '#shared/platform/subscriptions.ts'
import { itemRow, subscriptionRow } from './subscription-rows.ts'
import { insert } from './table-rows.ts'

export type Size = { id: string; product_id: string; price_cents: number }

type Added = {
  count: number
  /** The roast day of a subscription's next delivery, such as 2026-11-30. */
  nextOn: (index: number) => string
  /** The folder of the sandbox's journals. No sandbox may be using it. */
  sandboxFolder: string
  /** The frequencies in weeks, which the subscriptions get in turn. */
  weeks: readonly Weeks[]
}

/** Rows per statement. */
const BATCH = 200
const DAY_MS = 24 * 3600 * 1000
const clock = { now: () => new Date() }

/** The sizes of coffees on sale, the oldest first. */
export function coffeeSizes(db: Db, limit: number): Promise<Size[]> {
  return db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .select(['product_sizes.id', 'product_id', 'price_cents'])
    .where('category', '=', COFFEE_BEANS)
    .where('removed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('product_sizes.id')
    .limit(limit)
    .execute()
}

/**
 * Adds running subscriptions of guests in Virginia. Each has one size, a payment method of its own, and the next of the
 * frequencies. The sign-up counts as delivery 1, without an order.
 */
export async function addSubscriptions(db: Db, sizes: Size[], added: Added): Promise<string[]> {
  const all = Array.from({ length: added.count }, (_, index) =>
    rowsOf(index, sizes[index % sizes.length]!, {
      nextOn: added.nextOn(index),
      weeks: added.weeks[index % added.weeks.length]!,
    }),
  )
  for (const some of inBatches(all, BATCH)) {
    const methods = some.map(({ method }) => method)
    await insert(db, 'payment_methods', methods)
    await insert(
      db,
      'subscriptions',
      some.map(({ row }) => row),
    )
    await insert(
      db,
      'subscription_items',
      some.map(({ item }) => item),
    )
  }
  writeVault(
    added.sandboxFolder,
    all.map(({ method }) => method.token!),
  )
  return all.map(({ row }) => row.id)
}

/** The day that is `days` days from now, such as 2026-11-30. */
export function dayIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
}

/** Writes the tokens as PayPal's sandbox stores them, without an approval for each. */
function writeVault(folder: string, tokens: string[]): void {
  const lines = tokens.map((id, index) =>
    JSON.stringify({
      kind: 'token',
      id,
      customerId: `customer-${index}`,
      createdAt: Date.now(),
      requestId: null,
      orderId: null,
      brand: 'FRAME',
      next: 'accept',
      deletedAt: null,
      declined: [],
    }),
  )
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'paypal-sandbox-vault.jsonl'), `${lines.join('\n')}\n`, { mode: 0o600 })
}

function rowsOf(index: number, size: Size, { nextOn, weeks }: { nextOn: string; weeks: Weeks }) {
  const id = newId(clock)
  const now = clock.now().toISOString()
  const method = methodOf(index)
  const row = subscriptionRow(id, now, {
    buyer_name: `Ann Silva ${index}`,
    buyer_email: emailOf(index),
    weeks,
    payment_method_id: method.id,
    next_number: 2,
    next_on: nextOn,
    last_on: dayIn(-7),
  })
  const item = itemRow(newId(clock), now, {
    subscription_id: id,
    product_id: size.product_id,
    size_id: size.id,
    qty: 1 + (index % 3),
    price_cents: size.price_cents,
  })
  return { method, row, item }
}

const emailOf = (index: number) => `subscriber${index}@example.com`

function methodOf(index: number): Insertable<Schema['payment_methods']> {
  return {
    id: newId(clock),
    user_id: null,
    buyer_email: emailOf(index),
    provider: 'paypal',
    state: 'active',
    token: `saved-${index}`,
    customer_id: null,
    label: emailOf(index),
    order_id: null,
    setup_token: null,
    created_at: clock.now().toISOString(),
    deleted_at: null,
    deleted_by: null,
  }
}
