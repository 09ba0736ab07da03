/** A user with a session, created without a slow hash, for tests that need many users. */
import { randomBytes } from 'node:crypto'
import { startSession } from '#server/platform/sessions/sessions.ts'
import type { StaffRole } from '#shared/kernel/roles.ts'
import { addUser, type TestShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

export type SignedInVisitor = Visitor & { id: string; email: string }

type NewVisitor = { name?: string; isAdmin?: boolean; role?: StaffRole | null; isConfirmed?: boolean }

/**
 * @param isAdmin an owner as an older release stored it: with a flag instead of a role
 * @param isConfirmed whether the address counts as proved, for which passkeys and apps wait
 */
export async function signedIn(
  shop: TestShop,
  { name = 'Quick Buyer', isAdmin = false, role = null, isConfirmed = true }: NewVisitor = {},
): Promise<SignedInVisitor> {
  // No password matches; tests do not sign in to this account.
  const passwordHash = `$argon2id$v=19$m=65536,t=3,p=1$${randomText(16)}$${randomText(32)}`
  const { id, email } = await addUser(shop, { name, isAdmin, role, passwordHash })
  if (!isConfirmed)
    await shop.db.updateTable('users').set({ confirmed_email: null }).where('id', '=', id).execute()
  const token = await startSession(shop.shop, id, { ip: '127.0.0.1', userAgent: 'test' })
  return Object.assign(shop.visitor(), { id, email, cookie: `${cookieName(shop)}=${token}` })
}

/** The cookie has another name over https. */
function cookieName({ shop }: TestShop): string {
  return shop.config.publicOrigin?.startsWith('https:') ? '__Host-sid' : 'sid'
}

function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
