/** The list of an account's sessions, and ending them. */
import type { OpenSession } from '#shared/platform/api/sessions.ts'
import { notFound } from '#server/kernel/errors.ts'
import { deviceOf } from '#server/platform/sessions/device.ts'
import { endSession, endSessions, type SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'

/** The sessions of the user, last used first. */
export async function listSessions(shop: Shop, user: SignedIn): Promise<OpenSession[]> {
  const rows = await sessionsOf(shop, user)
  return rows.map((row) => ({
    _id: idOf(row),
    device: deviceOf(row.user_agent),
    isCurrent: row.token_hash === user.tokenHash,
    createdAt: row.created_at,
    seenAt: row.last_seen_at,
  }))
}

/** Ends one session of the user. Throws 404. */
export async function endOneSession(shop: Shop, user: SignedIn, id: string): Promise<void> {
  const row = (await sessionsOf(shop, user)).find((each) => idOf(each) === id)
  if (!row) throw notFound('Session')
  await endSession(shop, row.token_hash)
}

/** Ends all other sessions of the user. */
export async function endOtherSessions({ db }: Pick<Shop, 'db'>, user: SignedIn): Promise<void> {
  await endSessions(db, user._id, user.tokenHash)
}

function sessionsOf({ db }: Shop, user: SignedIn) {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user._id)
    .orderBy('last_seen_at', 'desc')
    .orderBy('token_hash')
    .execute()
}

/** Identifies a session to its user. The hash of the token itself stays on the server. */
const idOf = ({ token_hash: hash }: { token_hash: string }) => hash.slice(0, 20)
