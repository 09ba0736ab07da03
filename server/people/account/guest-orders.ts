/**
 * Guest orders: new links to them, and their adoption by an account with their email, once its user has proven to own
 * that address. decisions/047-guests.md
 */
import { DAY, HOUR, isoIn } from '#server/kernel/time/clock.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { Refusal, conflict } from '#server/kernel/errors.ts'
import type { Limits } from '#server/kernel/limits/limits.ts'
import { refuse } from '#server/kernel/limits/refusal.ts'
import { adoptMethods } from '#server/payments/methods/methods.ts'
import { markByBuyerOf } from '#server/catalog/products/reviews/reviews.ts'
import { hasConfirmed } from '#server/platform/sessions/confirmed-email.ts'
import { rotateSession, type SignedIn } from '#server/platform/sessions/sessions.ts'
import { checkLink, signLink } from '#server/platform/sessions/signed-links.ts'
import type { Shop } from '#server/platform/shop.ts'
import { adoptSubscriptions } from '#server/subscriptions/subscribers.ts'
import { ORDER_LINK_LIFETIME } from '#server/platform/sessions/guests.ts'
import { mailIfKnown, mailLink } from './links.ts'
import { removeAttached } from './remove-attached.ts'

/** How many guest orders the account may adopt; 0 while its email is not confirmed. */
export async function countWaiting({ db }: Shop, user: SignedIn) {
  const isConfirmed = await hasConfirmed(db, user)
  if (!isConfirmed) return { isConfirmed, count: 0 }
  const { count } = await guestOrdersOf(db, user.email)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { isConfirmed, count }
}

/** Adds all waiting guest orders to the account. Throws 409 while its email is not confirmed. */
export async function adoptOrders(shop: Shop, user: SignedIn): Promise<{ count: number }> {
  if (!(await hasConfirmed(shop.db, user))) throw conflict('Please confirm your email address first')
  const adopted = await adopt(shop.db, user._id, user.email).execute()
  await adoptMethods(shop, user)
  await adoptSubscriptions(shop.db, user._id, user.email).execute()
  await showNewBuyer(
    shop,
    adopted.map(({ id }) => id),
  )
  return { count: adopted.length }
}

/** The query that gives an account the guest orders with an email; returns their ids. */
export function adopt(db: Db, userId: string, email: string) {
  return db
    .updateTable('orders')
    .set({ user_id: userId })
    .where('is_guest', '=', 1)
    .where('user_id', 'is', null)
    .where('buyer_email', '=', email)
    .returning('id')
}

/** Marks the buyer's reviews of products in these orders, and clears the cached pages of these products. */
async function showNewBuyer(shop: Shop, orderIds: string[]): Promise<void> {
  for (const orderId of orderIds)
    for (const id of await markByBuyerOf(shop.db, orderId)) shop.changed({ tag: 'Product', id })
}

/** The token of the link that confirms the email of an account. It is valid for a day. */
export function signConfirmation(shop: Shop, userId: string, email: string): Promise<string> {
  return signLink(shop, 'email', subjectOf(userId, email), DAY)
}

/** Queues the mail with that link. Throws 409 if the email is confirmed, and 429 if the mailbox got too many mails. */
export async function mailConfirmation(
  shop: Shop,
  { _id, email }: SignedIn,
  limits: Pick<Limits, 'mayMail'>,
): Promise<{ message: string }> {
  if (await hasConfirmed(shop.db, { _id, email })) throw conflict('Your email address is confirmed already')
  if (!(await limits.mayMail('link', email)))
    throw refuse('Too many mails were sent to this address. Please try again later', {
      msBeforeNext: HOUR,
    })
  await mailLink(shop, 'email-own', email, { user: _id })
  return { message: `An email with a link is on its way to ${email}` }
}

/**
 * Confirms the email of the signed-in user with the mailed link, and adopts the guest orders with this email. The link
 * works only in a session of its account. So a user who registers with another person's address does not get that
 * person's orders when that person opens the link. The first confirmation of an account ends its other sessions and
 * removes what was added before (remove-attached.ts). Throws 400 for a link that is forged, expired, or for another account.
 * @returns also the new token of the session, unless the address was confirmed already
 */
export async function confirmOwnEmail(shop: Shop, user: SignedIn, token: string) {
  const outcome = await checkLink(shop, 'email', subjectOf(user._id, user.email), token)
  if (outcome !== 'valid')
    throw new Refusal(400, 'This link is too old, or it is for another account', { code: 'link' })
  const { removed, rotated } = await transact(shop.db, (tx) => prove(tx, shop, user))
  shop.mailSignal.raise()
  const { count } = await adoptOrders(shop, user)
  const message = ['Your email address is confirmed', removed].filter(Boolean).join('. ')
  return { message, count, token: rotated }
}

async function prove(tx: Tx, shop: Shop, { _id: id, email, tokenHash }: SignedIn) {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('email', '=', email)
    .executeTakeFirst()
  if (!row || row.confirmed_email === email) return { removed: '', rotated: null }
  const kept = { session: tokenHash, hasAddresses: true }
  // An account with another confirmed address has the same owner as before.
  const removed = row.confirmed_email === null ? await removeAttached(tx, shop, row, kept) : ''
  await tx.updateTable('users').set({ confirmed_email: email }).where('id', '=', id).execute()
  return { removed, rotated: await rotateSession(tx, tokenHash) }
}

function guestOrdersOf(db: Db, email: string) {
  return db
    .selectFrom('orders')
    .where('is_guest', '=', 1)
    .where('user_id', 'is', null)
    .where('buyer_email', '=', email)
}

const subjectOf = (userId: string, email: string) => `${userId} ${email}`

const SENT = 'If there are guest orders with this address, an email with links to them is on its way to it'

/** Mails new links to the guest orders of an address, for a guest whose link is lost or has expired. */
export function requestOrderLinks(shop: Shop, email: string, limits: Pick<Limits, 'mayMail'>) {
  return mailIfKnown(shop, limits, 'guest-links', email, SENT)
}

const MOST = 10

/** The newest guest orders of an address that are younger than a link can be, at most ten. */
export function recentGuestOrders({ db, clock }: Shop, email: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'number', 'buyer_name as name', 'created_at'])
    .where('is_guest', '=', 1)
    .where('buyer_email', '=', email)
    .where('created_at', '>', isoIn(clock, -ORDER_LINK_LIFETIME))
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute()
}
