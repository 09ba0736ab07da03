/**
 * Rows that wait to be acted on: mail to be sent, events to be followed. Each is tried for hours if need be.
 *
 * An attempt is claimed by a guarded update, so that two instances never act on the same row at the same time. Who
 * dies in between leaves the claim to run out, and the row is acted on a second time.
 */
import { sql } from 'kysely'
import { HOUR, MINUTE, isoIn, isoNow, type Clock } from '../time/clock.ts'
import type { Db, OutboxRow, PaypalEventRow } from './schema.ts'

type Shop = { db: Db; clock: Clock }

/** Longer than any service may take to answer: until then a claimed row is its claimer's. */
export const CLAIM = 2 * MINUTE
const FIRST_WAIT = MINUTE
const LONGEST_WAIT = HOUR
/** About fifteen hours after the first. */
const MAX_ATTEMPTS = 20
const BATCH = 50

type Queues = { outbox: OutboxRow; paypal_events: PaypalEventRow }

/** Claims what is due and hands it out one by one, the longest waiting first, until nothing is due or `signal` says so. */
export async function* claimDue<Queue extends keyof Queues>(
  shop: Shop,
  queue: Queue,
  signal?: AbortSignal,
): AsyncGenerator<Queues[Queue]> {
  for (;;) {
    const due = await readDue(shop, queue)
    if (due.length === 0) return
    for (const row of due) {
      if (signal?.aborted) return
      if (await claim(shop, queue, row)) yield row
    }
  }
}

async function readDue<Queue extends keyof Queues>(shop: Shop, queue: Queue): Promise<Queues[Queue][]> {
  const due = await shop.db
    .selectFrom<keyof Queues>(queue)
    .selectAll()
    // A literal: SQLite does not look into parameters, and would go through all there ever were.
    .where('state', '=', sql.lit('waiting'))
    .where('next_at', '<=', isoNow(shop.clock))
    .orderBy('next_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  return due as unknown[] as Queues[Queue][]
}

async function claim(
  shop: Shop,
  queue: keyof Queues,
  { id, next_at }: { id: string; next_at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await shop.db
    .updateTable(queue)
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: isoIn(shop.clock, CLAIM) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_at', '=', next_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * What a row says after an attempt that failed: it waits from a minute to an hour, twenty times, and has then failed.
 * @param attempts with this one
 */
export function putOff(clock: Clock, attempts: number, error: Error) {
  return {
    state: attempts < MAX_ATTEMPTS ? ('waiting' as const) : ('failed' as const),
    next_at: isoIn(clock, Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT)),
    problem: error.message.slice(0, 500),
  }
}
