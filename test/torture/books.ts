/** The books of a shop that is dead just now: its own rows, and whether they agree with what PayPal knows. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectDatabase } from '#server/db/connect.ts'
import type { Db } from '#server/db/schema.ts'
import { violations } from '../invariants.ts'
import { readPaypalJournal, type Journal } from './journal.ts'
import type { Place } from './running-shop.ts'

const PAID = new Set(['paid', 'shipped', 'delivered'])

/** Opens the database of a dead shop as the next start would. */
export async function withDatabase<T>(place: Place, look: (db: Db) => Promise<T>): Promise<T> {
  const database = await connectDatabase({ ...place, databasePool: 2 }, (error) => {
    throw error
  })
  try {
    if (place.databaseUrl) await untilQuiet(database.db)
    return await look(database.db)
  } finally {
    await database.close()
  }
}

/** PostgreSQL outlives the shop, and may still be busy with what it was asked for last. */
async function untilQuiet(db: Db): Promise<void> {
  for (let look = 0; look < 200; look++) {
    const { rows } = await sql`
      select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(db)
    if (rows.length === 0) return
    await pause(10)
  }
}

/**
 * What is wrong at any moment, however the shop has died.
 * @param mayOwe whether money may have come in that does not fit its order, as long as it is written down as owed back
 */
export async function wrongInBooks(place: Place, mayOwe = false): Promise<string[]> {
  const journal = readPaypalJournal(place.dataDir)
  return withDatabase(place, async (db) => [
    ...(await violations(db)),
    ...(await disagreements(db, journal, mayOwe ? await owedBack(db) : new Set())),
    ...takenTwice(journal),
    ...givenTooMuch(journal),
    ...(await unpromised(db, journal)),
  ])
}

function takenTwice({ captures }: Journal): string[] {
  return [...captures]
    .filter(([, ids]) => ids.size > 1)
    .map(([order, ids]) => `Order ${order} was captured ${ids.size} times`)
}

function givenTooMuch({ refunds, totals }: Journal): string[] {
  return [...refunds].flatMap(([order, back]) => {
    const cents = [...back.values()].reduce((sum, one) => sum + one, 0)
    return cents > (totals.get(order) ?? 0) ? [`Of order ${order} more went back than came in: ${cents}`] : []
  })
}

/** Money that went back without so much as the intent to give it, or is said to be back and is not. */
async function unpromised(db: Db, { refunds }: Journal): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['payments.order_id', 'refunds.state', 'refunds.amount_cents', 'provider_refund_id'])
    .execute()
  const wrong: string[] = []
  for (const { order_id, state, provider_refund_id } of rows) {
    const isBack = refunds.get(order_id)?.has(provider_refund_id ?? '') ?? false
    if (state === 'completed' && !isBack) wrong.push(`A refund of order ${order_id} is not at PayPal`)
  }
  for (const [order, back] of refunds) {
    const known = rows.filter((row) => row.order_id === order && row.state !== 'failed')
    if (known.length < back.size) wrong.push(`PayPal gave back ${back.size} times for order ${order}`)
  }
  return wrong
}

/** The captures whose money is written down as owed to the buyer, or as given back. */
async function owedBack(db: Db): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('payments')
    .select('capture_id')
    .where('state', 'in', ['refund_due', 'refunded'])
    .execute()
  return new Set(rows.map(({ capture_id }) => capture_id))
}

/** Paid without money, or money without at least the intent to take it. */
async function disagreements(
  db: Db,
  { captures }: Journal,
  owed: ReadonlySet<string | null>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('payments', (join) =>
      join.onRef('payments.order_id', '=', 'orders.id').on('payments.state', '=', 'completed'),
    )
    .select(['orders.id', 'orders.state', 'payments.capture_id'])
    .execute()
  const wrong: string[] = []
  for (const { id, state, capture_id } of rows) {
    const taken = captures.get(id)
    if (PAID.has(state) && !(capture_id && taken?.has(capture_id))) {
      wrong.push(`Order ${id} is ${state}, but PayPal took nothing for it`)
    }
    const isOwed = taken !== undefined && [...taken].every((capture) => owed.has(capture))
    if (taken && !isOwed && !PAID.has(state) && state !== 'capturing' && state !== 'refunded') {
      wrong.push(`PayPal took money for order ${id}, which is ${state}`)
    }
  }
  const known = new Set(rows.map(({ id }) => id))
  for (const id of captures.keys())
    if (!known.has(id)) wrong.push(`PayPal took money for ${id}, which is no order`)
  return wrong
}
