/** The Idempotency-Key: what is asked for again under the same key is done once, and the first reply stands. */
import { createHash } from 'node:crypto'
import { isoNow, type Clock } from '../time/clock.ts'
import type { Db } from '../db/schema.ts'
import { Refusal, badRequest } from '../errors.ts'
import type { SignedIn } from '../sessions/sessions.ts'

/** What may be asked for again: its route, and what it is called when a key was used for another one. */
type Repeatable = { route: string; what: string }

export type Attempt = Repeatable & { userId: string; key: string; bodyHash: string }

/**
 * One asking, by which its twins are known; null without a key. Throws 400 for a key that is none.
 * @param body all that makes two askings the same
 */
export function attemptOf(
  user: SignedIn,
  asked: Repeatable,
  key: string | null,
  body: unknown,
): Attempt | null {
  if (key === null) return null
  if (key.length === 0 || key.length > 255) throw badRequest('Idempotency-Key may have 255 characters')
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  return { ...asked, userId: user._id, key, bodyHash }
}

/** The reply that a twin has got; null when there was none. Throws 422 when the key was used for another wish. */
export async function replyOfTwin<Reply>(db: Db, attempt: Attempt): Promise<Reply | null> {
  const kept = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'reply'])
    .where('user_id', '=', attempt.userId)
    .where('route', '=', attempt.route)
    .where('key', '=', attempt.key)
    .executeTakeFirst()
  if (!kept) return null
  if (kept.body_hash !== attempt.bodyHash)
    throw new Refusal(422, `This Idempotency-Key was used for another ${attempt.what}`)
  return JSON.parse(kept.reply) as Reply
}

/** The query that keeps the reply for twins. It fails for the slower of two at once. */
export function keepReply(db: Db, clock: Clock, attempt: Attempt, reply: unknown) {
  return db.insertInto('idempotency_keys').values({
    user_id: attempt.userId,
    route: attempt.route,
    key: attempt.key,
    body_hash: attempt.bodyHash,
    status: 201,
    reply: JSON.stringify(reply),
    created_at: isoNow(clock),
  })
}
