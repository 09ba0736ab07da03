/**
 * Idempotency-Key: a retried request with the same key is not executed again and gets the reply of the first request.
 */
import { createHash } from 'node:crypto'
import { isoNow, type Clock } from '../time/clock.ts'
import { isUniqueViolation } from '../db/failures.ts'
import type { Db, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { Refusal, badRequest } from '../errors.ts'
import type { Buyer } from '../sessions/guests.ts'

/**
 * An endpoint that accepts retries: its route, and the word for its requests in the error message about a reused key.
 */
type Repeatable = { route: string; what: string }

export type Attempt = Repeatable & { caller: string; key: string; bodyHash: string }

/**
 * Identifies a retried request by caller, route, key and a hash of `body`. Returns null if there is no key. Throws 400
 * for an invalid key. A guest is identified by the email, and not by the network: a phone that retries may have changed
 * its network.
 * @param body everything that must be equal for two requests to be the same
 */
export function attemptOf(
  user: Buyer,
  endpoint: Repeatable,
  key: string | null,
  body: unknown,
): Attempt | null {
  if (key === null) return null
  if (key.length === 0 || key.length > 255) throw badRequest('Idempotency-Key must have 1 to 255 characters')
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  return { ...endpoint, caller: user._id ?? `guest ${user.email}`, key, bodyHash }
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
  if (attempt === null) return transact(db, change)
  const before = await findReply<Reply>(db, attempt)
  if (before) return before
  try {
    return await transact(db, async (tx) => {
      const reply = await change(tx)
      await saveReply(tx, clock, attempt, reply).execute()
      return reply
    })
  } catch (error) {
    const other = isUniqueViolation(error) ? await findReply<Reply>(db, attempt) : null
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
  if (saved.body_hash !== attempt.bodyHash)
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
    body_hash: attempt.bodyHash,
    status: 201,
    reply: JSON.stringify(reply),
    created_at: isoNow(clock),
  })
}
