/** Sessions: a random token in a cookie; the database stores only its hash. */
import { createHash, randomBytes } from 'node:crypto'
import { isAdminRole, type StaffRole } from '#shared/kernel/roles.ts'
import { DAY, HOUR, MINUTE, isoNow } from '#server/kernel/time/clock.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { rememberNetwork } from '#server/kernel/limits/networks.ts'
import type { Shop } from '../shop.ts'
import { roleOf } from './roles.ts'

export type SignedIn = {
  _id: string
  name: string
  email: string
  /** Whether the role is one of an admin. */
  isAdmin: boolean
  /** Null for a customer. */
  role: StaffRole | null
  tokenHash: string
  /** When the caller last proved in this session who they are. */
  authAt: string
  /** Whether the session may only set up the second factor that the shop requires of staff. */
  isLimited: boolean
}

export type Device = { ip: string; userAgent: string }

const LIFETIME = {
  customer: { idle: 14 * DAY, absolute: 30 * DAY },
  staff: { idle: 60 * MINUTE, absolute: 12 * HOUR },
}
const SESSIONS_PER_USER = 10
const SEEN_EVERY = MINUTE

/**
 * Starts a session, stores the network of the sign-in, and returns the token for the cookie.
 * @param isLimited whether the session may only set up the second factor that the shop requires of staff
 */
export async function startSession(
  shop: Shop,
  userId: string,
  device: Device,
  isLimited = false,
): Promise<string> {
  return (await startSessionIf(shop, userId, device, isLimited, async () => true))!
}

/**
 * Starts a session if the caller's proof, such as a password, still counts. Returns null if it does not: a new password may
 * have ended all sessions since the proof was checked.
 * @param isValid whether the proof counts. It runs in the transaction that starts the session, and locks the user's row as
 * a change of the password does
 */
export async function startSessionIf(
  shop: Shop,
  userId: string,
  device: Device,
  isLimited: boolean,
  isValid: (tx: Tx) => Promise<boolean>,
): Promise<string | null> {
  const token = randomBytes(32).toString('base64url')
  const now = isoNow(shop.realClock)
  const session = {
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now,
    last_seen_at: now,
    auth_at: now,
    ip: device.ip,
    user_agent: device.userAgent.slice(0, 200),
    is_limited: isLimited ? 1 : 0,
  } as const
  const isStarted = await transact(shop.db, async (tx) => {
    if (!(await isValid(tx))) return false
    await tx.insertInto('sessions').values(session).execute()
    return true
  })
  if (!isStarted) return null
  await rememberNetwork(shop, userId, device.ip)
  await endOldest(shop, userId)
  return token
}

/** The user of a session, with the current role. Null without a token, or if there is no such session or it has expired. */
export async function findSession(shop: Shop, token: string | null): Promise<SignedIn | null> {
  if (token === null || !/^[A-Za-z0-9_-]{43}$/.test(token)) return null
  const tokenHash = hashToken(token)
  const row = await shop.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('token_hash', '=', tokenHash)
    .select([
      'users.id',
      'name',
      'email',
      'is_admin',
      'staff_role',
      'sessions.created_at',
      'last_seen_at',
      'auth_at',
      'is_limited',
    ])
    .executeTakeFirst()
  if (!row) return null

  const now = shop.realClock.now().getTime()
  const role = roleOf(row)
  const lifetime = role ? LIFETIME.staff : LIFETIME.customer
  const idle = now - Date.parse(row.last_seen_at)
  if (idle > lifetime.idle || now - Date.parse(row.created_at) > lifetime.absolute) {
    await endSession(shop, tokenHash)
    return null
  }
  if (idle > SEEN_EVERY) {
    await shop.db
      .updateTable('sessions')
      .set({ last_seen_at: isoNow(shop.realClock) })
      .where('token_hash', '=', tokenHash)
      .execute()
  }
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    isAdmin: isAdminRole(role),
    role,
    tokenHash,
    authAt: row.auth_at,
    // A member who left the staff is a customer like any other.
    isLimited: row.is_limited === 1 && role !== null,
  }
}

/**
 * The user of a full session, for public endpoints that show signed-in users more. A session that may only set up the second
 * factor counts as none.
 */
export async function findFullSession(shop: Shop, token: string | null): Promise<SignedIn | null> {
  const user = await findSession(shop, token)
  return user?.isLimited ? null : user
}

export async function endSession(shop: Shop, tokenHash: string): Promise<void> {
  await shop.db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/**
 * Gives a session another token, and returns it for the cookie. Null if the session has ended. Others may know the old
 * token, because the session began before its user proved to own the address.
 */
export async function rotateSession(db: Db, tokenHash: string): Promise<string | null> {
  const token = randomBytes(32).toString('base64url')
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ token_hash: hashToken(token) })
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? token : null
}

/**
 * Ends the limits of a session, because its user has set up or proved a second factor. Throws 401 if the session has
 * ended, for example by a new password: then nothing may be added to the account.
 */
export async function liftLimits(db: Db, { tokenHash }: Pick<SignedIn, 'tokenHash'>): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ is_limited: 0 })
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Refusal(401, 'Please sign in')
}

/** Throws 401 if the session has ended. Locks it until the end of the transaction, so that it ends after the change. */
export async function requireSession(tx: Tx, { tokenHash }: Pick<SignedIn, 'tokenHash'>): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set((eb) => ({ is_limited: eb.ref('is_limited') }))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Refusal(401, 'Please sign in')
}

/** Signs a user out everywhere. @param kept the hash of a session that goes on */
export async function endSessions(db: Db, userId: string, kept: string | null = null): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(kept !== null, (query) => query.where('token_hash', '!=', kept!))
    .execute()
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

async function endOldest(shop: Shop, userId: string): Promise<void> {
  const sessions = await shop.db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .select('token_hash')
    .orderBy('created_at', 'desc')
    .execute()
  const surplus = sessions.slice(SESSIONS_PER_USER).map((session) => session.token_hash)
  if (surplus.length > 0) await shop.db.deleteFrom('sessions').where('token_hash', 'in', surplus).execute()
}
