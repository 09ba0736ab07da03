/**
 * Signed tokens of links: an HMAC over a purpose, a subject and an expiry, so that nothing is stored for each link. Each
 * shop has one key, in the table `link_keys`. Deleting its row and restarting the shop ends all signed links.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Shop } from '../shop.ts'

type Context = Pick<Shop, 'db' | 'clock'>

/**
 * `order`: opens an order. `account`: finishes an account. `email`: proves that an address belongs to an account.
 * `signup`: cancels a sign-up for an event. `staff`: accepts an invitation. `passkey`: the challenge of a passkey.
 * `subscription`: opens a subscription. `skip`: skips one delivery of it. `unsubscribe`: cancels it.
 * `newsletter`: confirms a subscription of the newsletter. `notice`: confirms the request for a notice. `cart`: opens a
 * saved cart. `buyer`: joins a wholesale account. `invoice`: opens an invoice of one.
 */
export type SignedPurpose =
  | 'order'
  | 'account'
  | 'email'
  | 'signup'
  | 'staff'
  | 'passkey'
  | 'subscription'
  | 'skip'
  | 'unsubscribe'
  | 'newsletter'
  | 'notice'
  | 'cart'
  | 'invoice'
  | 'buyer'

/**
 * A token for a subject, such as an order's id: the expiry in seconds in base 36, a dot, and the signature.
 * @param lifetime in milliseconds
 */
export async function signLink(
  shop: Context,
  purpose: SignedPurpose,
  subject: string,
  lifetime: number,
): Promise<string> {
  const expiry = Math.floor((shop.clock.now().getTime() + lifetime) / 1000).toString(36)
  return `${expiry}.${(await macOf(shop.db, purpose, subject, expiry)).toString('base64url')}`
}

/** Whether a token was signed for this purpose and subject, and is still valid. A token with another signature is forged. */
export async function checkLink(
  shop: Context,
  purpose: SignedPurpose,
  subject: string,
  token: string,
): Promise<'valid' | 'expired' | 'forged'> {
  const [, expiry = '', signature = ''] = /^([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  if (!expiry) return 'forged'
  const expected = await macOf(shop.db, purpose, subject, expiry)
  if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url'))) return 'forged'
  return parseInt(expiry, 36) * 1000 > shop.clock.now().getTime() ? 'valid' : 'expired'
}

async function macOf(db: Db, purpose: SignedPurpose, subject: string, expiry: string): Promise<Buffer> {
  const key = await linkKeyOf(db)
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, subject, expiry]))
    .digest()
}

const keys = new WeakMap<Db, Buffer>()

/** The key of the shop. The first call creates it; of several instances, the first to insert its key wins. */
export async function linkKeyOf(db: Db): Promise<Buffer> {
  const known = keys.get(db)
  if (known) return known
  const read = () => db.selectFrom('link_keys').select('key').where('id', '=', 1).executeTakeFirst()
  let row = await read()
  if (!row) {
    const key = randomBytes(32).toString('base64url')
    await db
      .insertInto('link_keys')
      .values({ id: 1, key })
      .onConflict((taken) => taken.column('id').doNothing())
      .execute()
    row = await read()
  }
  const key = Buffer.from(row!.key, 'base64url')
  keys.set(db, key)
  return key
}
