/**
 * Idempotency-Key: a retried request with the same key is not executed again and gets the reply of the first request.
 */
import { createHash } from 'node:crypto'
import { isoNow, type Clock } from '#server/kernel/time/clock.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { Refusal, badRequest } from '#server/kernel/errors.ts'
import type { Buyer } from '../sessions/guests.ts'

/**
 * An endpoint that accepts retries: its route, and the word for its requests in the error message about a reused key.
 */
type Repeatable = { route: string; what: string }

/** The `Idempotency-Key` of a request, and a hash of what the client sent with it. */
export type RequestKey = { key: string; sent: string }

export type Attempt = Repeatable & RequestKey & { caller: string }

/**
 * The key of a request, with a hash of its address and its body as they were sent, before defaults and rules apply: those of
 * the next version of the shop may differ. The order of fields does not count, nor does `secondsAgo`: it says how long a
 * request has waited, so it is different at each try. Throws 400 for a body that is nested too deeply.
 */
export function requestKey(key: string, url: string, body: unknown): RequestKey {
  const text = JSON.stringify([url, inOrder(body ?? null)])
  return { key, sent: SENT + createHash('sha256').update(text).digest('base64url') }
}

/** Sorts the fields of objects by name. */
function inOrder(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) throw badRequest('The body is nested too deeply')
  if (Array.isArray(value)) return value.map((each) => inOrder(each, depth + 1))
  const fields = Object.entries(value).filter(([name]) => name !== 'secondsAgo')
  return Object.fromEntries(
    fields
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, inOrder(each, depth + 1)]),
  )
}

/** More levels than any body of the API has. Thousands would exhaust the stack. */
const MAX_DEPTH = 32

/** Begins the hashes of what was sent. Earlier versions stored hashes of the parsed body, without it. */
const SENT = 'sent:'

/**
 * Identifies a retried request by caller, route, key and what was sent. Returns null if there is no key. Throws 400 for an
 * invalid key. A guest is identified by the email, and not by the network: a phone that retries may have changed its
 * network.
 */
export function attemptOf(user: Buyer, endpoint: Repeatable, request: RequestKey | null): Attempt | null {
  if (request === null) return null
  const { length } = request.key
  if (length === 0 || length > 255) throw badRequest('Idempotency-Key must have 1 to 255 characters')
  return { ...endpoint, ...request, caller: user._id ?? `guest ${user.email}` }
}

/**
 * Runs `change` in a transaction that also saves its reply. A retry with the same key changes nothing and gets that
 * reply. Throws what `findReply` and `change` throw.
 */
export async function transactOnce<Reply>(
  { db, clock }: { db: Db; clock: Clock },
  attempt: Attempt | null,
  change: (tx: Tx) => Promise<Reply>,
): Promise<Reply> {
  return answerOnce(db, attempt, () =>
    transact(db, async (tx) => {
      const reply = await change(tx)
      if (attempt) await saveReply(tx, clock, attempt, reply).execute()
      return reply
    }),
  )
}

/**
 * Runs `change`, which saves its reply in its own transaction. A retry with the same key changes nothing and gets that reply,
 * also if both run at once. Throws what `findReply` and `change` throw.
 */
export async function answerOnce<Reply>(
  db: Db,
  attempt: Attempt | null,
  change: () => Promise<Reply>,
): Promise<Reply> {
  if (attempt === null) return change()
  const before = await findReply<Reply>(db, attempt)
  if (before) return before
  try {
    return await change()
  } catch (error) {
    // A refusal too: the first attempt may have taken what both want, such as an address or an SKU.
    const mayBeDone = isUniqueViolation(error) || error instanceof Refusal
    const other = mayBeDone ? await findReply<Reply>(db, attempt) : null
    if (other) return other
    throw error
  }
}

/**
 * The saved reply to an earlier attempt with the same key; null if there is none. Throws 422 if the key was used for a
 * different request.
 */
export async function findReply<Reply>(db: Db, attempt: Attempt): Promise<Reply | null> {
  const saved = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'reply'])
    .where('user_id', '=', attempt.caller)
    .where('route', '=', attempt.route)
    .where('key', '=', attempt.key)
    .executeTakeFirst()
  if (!saved) return null
  // The hash of an earlier version cannot be compared. The key alone identifies the request: it is random, and browsers never
  // use one for two requests.
  if (saved.body_hash.startsWith(SENT) && saved.body_hash !== attempt.sent)
    throw new Refusal(422, `This Idempotency-Key was used for another ${attempt.what}`)
  return JSON.parse(saved.reply) as Reply
}

/**
 * The query that saves the reply for retries. If two attempts run at the same time, the commit of the second one fails.
 */
export function saveReply(db: Db, clock: Clock, attempt: Attempt, reply: unknown) {
  return db.insertInto('idempotency_keys').values({
    user_id: attempt.caller,
    route: attempt.route,
    key: attempt.key,
    body_hash: attempt.sent,
    status: 201,
    reply: JSON.stringify(reply),
    created_at: isoNow(clock),
  })
}
