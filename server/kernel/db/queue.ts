/**
 * Queues in the database: mail to send, PayPal events to process, payment methods to delete. A row that is refused is
 * retried for about fifteen hours. While a service does not answer, rows keep their attempts.
 *
 * A conditional update claims each attempt, so that two instances never process the same row at the same time. If the
 * process dies, the claim expires and the row is processed again.
 */
import { sql, type Compilable } from 'kysely'
import { HOUR, MINUTE, isoIn, isoNow, type Clock } from '../time/clock.ts'
import { hasCome } from './due.ts'
import type { Db, OutboxRow, PaymentMethodDeletionRow, PaypalEventRow } from './schema.ts'
import { runTogether } from './all-or-none.ts'

type Shop = { db: Db; clock: Clock }

/** How long a claim lasts, in milliseconds: longer than any service may take to respond. */
export const CLAIM = 2 * MINUTE
const FIRST_WAIT = MINUTE
/** The longest wait of a row, in milliseconds. */
export const MAX_WAIT = HOUR
/** The last attempt is about fifteen hours after the first. */
const MAX_ATTEMPTS = 20
const BATCH = 50
/** During an outage, a row waits for this part of its age: each mail of a long outage is tried about once an hour. */
const OUTAGE_WAIT = 1 / 16

type Queues = {
  outbox: OutboxRow
  paypal_events: PaypalEventRow
  payment_method_deletions: PaymentMethodDeletionRow
}

type Options<Row> = {
  /** Closes the due rows that need no separate work, and returns the others. */
  closeTogether?: (due: Row[]) => Promise<Row[]>
  /**
   * Statements that the caller adds after a row. They run with the claim of the next row, or before the generator ends.
   */
  pending?: Compilable[]
}

/** Claims and yields the due rows one by one, the oldest first, until no row is due or `signal` is aborted. */
export async function* claimDue<Queue extends keyof Queues>(
  shop: Shop,
  queue: Queue,
  signal?: AbortSignal,
  { closeTogether = async (due) => due, pending = [] }: Options<Queues[Queue]> = {},
): AsyncGenerator<Queues[Queue]> {
  const runPending = () => runTogether(shop.db, pending.splice(0))
  try {
    for (;;) {
      await runPending()
      const due = await readDue(shop, queue)
      if (due.length === 0) return
      for (const row of await closeTogether(due)) {
        if (signal?.aborted) return
        const results = await runTogether(shop.db, [...pending.splice(0), claimOf(shop, queue, row)])
        if (results.at(-1)!.numAffectedRows === 1n) yield row
      }
    }
  } finally {
    await runPending()
  }
}

async function readDue<Queue extends keyof Queues>(shop: Shop, queue: Queue): Promise<Queues[Queue][]> {
  const waiting = shop.db
    .selectFrom<keyof Queues>(queue)
    .selectAll()
    // A literal: with a parameter, SQLite could not use the partial index and would read all rows.
    .where('state', '=', sql.lit('waiting'))
    .orderBy('next_at')
    .orderBy('id')
    .limit(BATCH)
  const due = await waiting.where('next_at', '<=', isoNow(shop.clock)).execute()
  // A query of its own, because the index does not give the order of both.
  const found = due.length > 0 ? due : await waiting.where(hasCome('next_at', shop.clock, MAX_WAIT)).execute()
  return found as unknown[] as Queues[Queue][]
}

/** The statement that claims a row. It changes no row if another instance came first. */
function claimOf(shop: Shop, queue: keyof Queues, { id, next_at }: { id: string; next_at: string }) {
  return shop.db
    .updateTable(queue)
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: isoIn(shop.clock, CLAIM) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_at', '=', next_at)
}

/** A row as it was before the attempt. */
type Tried = { attempts: number; since: string }

/**
 * The fields of a row after a failed attempt. After an answer, the next attempt is in one minute to one hour, and after
 * twenty attempts the row has failed. If the service did not answer, the attempt does not count, and the row waits for a
 * part of its age, at most an hour.
 * @param row its attempts before this one, and when it was added to the queue (ISO 8601)
 * @param isOutage whether the service did not answer
 */
export function retryState(
  clock: Clock,
  { attempts: before, since }: Tried,
  error: Error,
  isOutage: boolean,
) {
  const problem = error.message.slice(0, 500)
  if (isOutage) {
    const age = clock.now().getTime() - Date.parse(since)
    const wait = Math.min(Math.max(age * OUTAGE_WAIT, FIRST_WAIT), MAX_WAIT)
    return { state: 'waiting' as const, attempts: before, next_at: isoIn(clock, wait), problem }
  }
  const attempts = before + 1
  return {
    state: attempts < MAX_ATTEMPTS ? ('waiting' as const) : ('failed' as const),
    attempts,
    next_at: isoIn(clock, Math.min(FIRST_WAIT * 2 ** (attempts - 1), MAX_WAIT)),
    problem,
  }
}
