/** Somebody with a session, without the slow hash of a sign-in: for tests that need many of them. */
import { randomBytes } from 'node:crypto'
import { newId } from '#server/clock.ts'
import { searchTextOf } from '#server/orders/buyers.ts'
import { startSession } from '#server/users/sessions.ts'
import type { TestShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

export type SomebodySignedIn = Visitor & { id: string; email: string }

export async function signedIn(
  shop: TestShop,
  { name = 'Quick Buyer', isAdmin = false } = {},
): Promise<SomebodySignedIn> {
  const id = newId(shop.clock)
  const now = shop.clock.now().toISOString()
  const email = `${id}@example.com`
  await shop.db
    .insertInto('users')
    .values({
      id,
      name,
      email,
      // No password fits: nobody signs in to this account.
      password_hash: `$argon2id$v=19$m=65536,t=3,p=1$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`,
      is_admin: isAdmin ? 1 : 0,
      search_text: searchTextOf({ name, email }),
      created_at: now,
      updated_at: now,
    })
    .execute()
  const token = await startSession(shop.shop, id, { ip: '127.0.0.1', userAgent: 'test' })
  return Object.assign(shop.visitor(), { id, email, cookie: `sid=${token}` })
}
