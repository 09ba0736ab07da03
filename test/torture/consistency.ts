/** Checks whether the rows of a shop are consistent with each other and with PayPal. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { TENDER_KINDS } from '#shared/checkout/tenders.ts'
import { connectDatabase, connectForCommand } from '#server/kernel/db/connect.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { violations } from '../invariants.ts'
import { readPaypalJournal, type Journal } from './paypal-journal.ts'
import type { Place } from './running-shop.ts'

/** The providers of payments that PayPal does not know. */
const BY_HAND: readonly string[] = ['gift-card', ...TENDER_KINDS]

const PAID = new Set(['paid', 'shipped', 'delivered'])

/** Opens the database of a stopped shop as the next start would. */
export async function withDatabase<T>(place: Place, read: (db: Db) => Promise<T>): Promise<T> {
  const database = await connectDatabase({ ...place, databasePool: 2 }, (error) => {
    throw error
  })
  try {
    if (place.databaseUrl) await waitUntilIdle(database.db)
    return await read(database.db)
  } finally {
    await database.close()
  }
}

/** Opens the database of a shop that may be running. */
export async function withOpenDatabase<T>(place: Place, read: (db: Db) => Promise<T>): Promise<T> {
  const database = await connectForCommand(place)
  try {
    return await read(database.db)
  } finally {
    await database.close()
  }
}

/** PostgreSQL may still execute the last statements of the killed shop. */
async function waitUntilIdle(db: Db): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const { rows } = await sql`
      select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(db)
    if (rows.length === 0) return
    await pause(10)
  }
}

/**
 * Returns one sentence per inconsistency of a stopped shop that is not allowed at any moment, however the shop ended.
 * @param mayOwe whether captures may differ from their orders if they are stored as due for refund
 * @param journalFolder the folder of the sandbox's journal
 */
export async function inconsistencies(
  place: Place,
  mayOwe = false,
  journalFolder = place.dataDir,
): Promise<string[]> {
  const journal = readPaypalJournal(journalFolder)
  return withDatabase(place, (db) => differences(db, journal, mayOwe))
}

/** The same of a running shop that has finished its work. */
export async function inconsistenciesWhileOpen(place: Place): Promise<string[]> {
  const journal = readPaypalJournal(place.dataDir)
  return withOpenDatabase(place, (db) => differences(db, journal, false))
}

async function differences(db: Db, journal: Journal, mayOwe: boolean): Promise<string[]> {
  return [
    ...(await violations(db)),
    ...(await captureDifferences(db, journal, mayOwe ? await owedBack(db) : new Set())),
    ...duplicateCaptures(journal),
    ...excessRefunds(journal),
    ...(await refundDifferences(db, journal)),
  ]
}

function duplicateCaptures({ captures }: Journal): string[] {
  return [...captures]
    .filter(([, ids]) => ids.size > 1)
    .map(([order, ids]) => `Order ${order} was captured ${ids.size} times`)
}

function excessRefunds({ refunds, totals }: Journal): string[] {
  return [...refunds].flatMap(([order, completed]) => {
    const cents = [...completed.values()].reduce((sum, one) => sum + one, 0)
    return cents > (totals.get(order) ?? 0)
      ? [`Order ${order} was refunded more than it was paid: ${cents} cents`]
      : []
  })
}

/** Refunds at PayPal without a stored refund, and refunds stored as completed that PayPal has not completed. */
async function refundDifferences(db: Db, { refunds }: Journal): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['payments.order_id', 'refunds.state', 'refunds.amount_cents', 'provider_refund_id'])
    .where('payments.provider', 'not in', BY_HAND)
    .execute()
  const wrong: string[] = []
  for (const { order_id, state, provider_refund_id } of rows) {
    const isCompleted = refunds.get(order_id)?.has(provider_refund_id ?? '') ?? false
    if (state === 'completed' && !isCompleted) wrong.push(`A refund of order ${order_id} is not at PayPal`)
  }
  for (const [order, completed] of refunds) {
    const stored = rows.filter((row) => row.order_id === order && row.state !== 'failed')
    if (stored.length < completed.size)
      wrong.push(`PayPal completed ${completed.size} refunds of order ${order}, ${stored.length} are stored`)
  }
  return wrong
}

/** The captures that are stored as due for refund or as refunded. */
async function owedBack(db: Db): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('payments')
    .select('capture_id')
    .where('state', 'in', ['refund_due', 'refunded'])
    .execute()
  return new Set(rows.map(({ capture_id }) => capture_id))
}

/** Paid orders without a capture, and captures of orders that are neither paid nor being captured. */
async function captureDifferences(
  db: Db,
  { captures }: Journal,
  owed: ReadonlySet<string | null>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('payments', (join) =>
      join
        .onRef('payments.order_id', '=', 'orders.id')
        .on('payments.state', '=', 'completed')
        .on('payments.provider', '<>', 'gift-card'),
    )
    .select(['orders.id', 'orders.state', 'payments.capture_id', 'payments.provider'])
    // The ledger of an account pays the others.
    .where('on_account', '=', 0)
    .execute()
  const wrong: string[] = []
  for (const { id, state, capture_id, provider } of rows) {
    if (BY_HAND.includes(provider ?? '')) continue
    const captured = captures.get(id)
    if (PAID.has(state) && !(capture_id && captured?.has(capture_id))) {
      wrong.push(`Order ${id} is ${state}, but PayPal did not capture it`)
    }
    const isOwed = captured !== undefined && [...captured].every((capture) => owed.has(capture))
    if (captured && !isOwed && !PAID.has(state) && state !== 'capturing' && state !== 'refunded') {
      wrong.push(`PayPal captured order ${id}, which is ${state}`)
    }
  }
  const existing = new Set(rows.map(({ id }) => id))
  for (const id of captures.keys())
    if (!existing.has(id)) wrong.push(`PayPal captured ${id}, which is not an order`)
  return wrong
}
