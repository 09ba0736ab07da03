/** Who calls with an API token. The database stores only hashes of tokens. */
import { randomBytes } from 'node:crypto'
import type { Endpoint } from '#shared/platform/api/endpoint.ts'
import { isAdminRole } from '#shared/kernel/roles.ts'
import { describeScopes, type TokenArea, type TokenScope } from '#shared/platform/token-scopes.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { MINUTE, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { roleOf } from '../sessions/roles.ts'
import { hashToken, type SignedIn } from '../sessions/sessions.ts'
import type { Shop } from '../shop.ts'
import { scopeOf } from './scopes.ts'

/** A beginning by which scanners for leaked secrets recognize the tokens. */
const PREFIX = 'frame_'
const FORM = /^frame_[\w-]{43}$/
const SEEN_EVERY = MINUTE

export function newToken(): string {
  return PREFIX + randomBytes(32).toString('base64url')
}

/**
 * The person in whose name a request with a token acts, with the role of this moment.
 * Throws 401 for a token that is unknown, revoked or ended, 429 above the limit of its calls, and 403 if its person has no
 * role, its scopes do not contain the endpoint, or no token may call it.
 */
export async function callerWithToken(shop: Shop, endpoint: Endpoint, token: string): Promise<SignedIn> {
  const row = FORM.test(token) ? await readToken(shop, hashToken(token)) : undefined
  if (!row) throw invalid('This API token is not valid: it is mistyped, or it was revoked')
  if (row.ends_on < nowAt(shop.realClock).day) throw invalid(`This API token ended on ${row.ends_on}`)
  await shop.limits.countToken(row.token)
  await noteUse(shop, row.token, row.used_at)
  const role = roleOf(row)
  if (role === null) throw new Refusal(403, `${row.name} made this API token and has no role any more`)
  requireScope(endpoint, JSON.parse(row.scopes) as TokenScope[])
  return {
    _id: row.id,
    name: `${row.name} (API: ${row.token_name})`,
    email: row.email,
    isAdmin: isAdminRole(role),
    role,
    // A token is no session, and proves nothing.
    tokenHash: '',
    authAt: new Date(0).toISOString(),
    isLimited: false,
  }
}

function readToken({ db }: Shop, hash: string) {
  return db
    .selectFrom('api_tokens as token')
    .innerJoin('users', 'users.id', 'token.user_id')
    .where('token_hash', '=', hash)
    .select(['token.id as token', 'token.name as token_name', 'scopes', 'ends_on', 'used_at'])
    .select(['users.id', 'users.name', 'email', 'is_admin', 'staff_role'])
    .executeTakeFirst()
}

function invalid(message: string): Refusal {
  return new Refusal(401, message, {}, { 'www-authenticate': 'Bearer error="invalid_token"' })
}

async function noteUse({ db, realClock }: Shop, id: string, last: string | null): Promise<void> {
  if (last !== null && last > isoIn(realClock, -SEEN_EVERY)) return
  await db
    .updateTable('api_tokens')
    .set({ used_at: isoNow(realClock) })
    .where('id', '=', id)
    .execute()
}

/** Throws 403. */
function requireScope(endpoint: Endpoint, scopes: readonly TokenScope[]): void {
  const scope = scopeOf(endpoint)
  if (scope === null) throw new Refusal(403, 'API tokens cannot do this. Do it on the screens of the shop')
  const [area, right] = scope.split(':') as [TokenArea, 'read' | 'write']
  if (scopes.includes(scope) || (right === 'read' && scopes.includes(`${area}:write`))) return
  throw new Refusal(403, `This API token does not have the right “${describeScopes([scope])}”`, { scope })
}
