/** Somebody with a session, without the slow hash of a sign-in: for tests that need many of them. */
import { randomBytes } from 'node:crypto'
import { startSession } from '#server/sessions/sessions.ts'
import { addUser, type TestShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

export type SomebodySignedIn = Visitor & { id: string; email: string }

export async function signedIn(
  shop: TestShop,
  { name = 'Quick Buyer', isAdmin = false } = {},
): Promise<SomebodySignedIn> {
  // No password fits: nobody signs in to this account.
  const passwordHash = `$argon2id$v=19$m=65536,t=3,p=1$${chance(16)}$${chance(32)}`
  const { id, email } = await addUser(shop, { name, isAdmin, passwordHash })
  const token = await startSession(shop.shop, id, { ip: '127.0.0.1', userAgent: 'test' })
  return Object.assign(shop.visitor(), { id, email, cookie: `${cookieName(shop)}=${token}` })
}

/** Over https the cookie is called otherwise. */
function cookieName({ shop }: TestShop): string {
  return shop.config.publicOrigin?.startsWith('https:') ? '__Host-sid' : 'sid'
}

function chance(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
