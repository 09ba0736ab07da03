/** Sessions: a random token in a cookie; the database stores only its hash. */
import { createHash, randomBytes } from 'node:crypto'
import { isAdminRole, type StaffRole } from '#shared/roles.ts'
import { DAY, HOUR, MINUTE, isoNow } from '../time/clock.ts'
import { rememberNetwork } from '../limits/known-networks.ts'
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
  /** When the password was last entered in this session. */
  authAt: string
}

export type Device = { ip: string; userAgent: string }

const LIFETIME = {
  customer: { idle: 14 * DAY, absolute: 30 * DAY },
  staff: { idle: 60 * MINUTE, absolute: 12 * HOUR },
}
const SESSIONS_PER_USER = 10
const SEEN_EVERY = MINUTE

/** Starts a session, stores the network of the sign-in, and returns the token for the cookie. */
export async function startSession(shop: Shop, userId: string, device: Device): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = isoNow(shop.realClock)
  await shop.db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      created_at: now,
      last_seen_at: now,
      auth_at: now,
      ip: device.ip,
      user_agent: device.userAgent.slice(0, 200),
    })
    .execute()
  await rememberNetwork(shop, userId, device.ip)
  await endOldest(shop, userId)
  return token
}

/** The user of a session, with the current role. Null if there is no such session or it has expired. */
export async function findSession(shop: Shop, token: string): Promise<SignedIn | null> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null
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
  }
}

export async function endSession(shop: Shop, tokenHash: string): Promise<void> {
  await shop.db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Signs a user out everywhere. */
export async function endSessionsOf(shop: Shop, userId: string): Promise<void> {
  await shop.db.deleteFrom('sessions').where('user_id', '=', userId).execute()
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
