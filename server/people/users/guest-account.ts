/**
 * Accounts for guests. A guest chooses a password on the page of the order. The account is created when the guest opens
 * the mailed link and enters that password. Both are needed: the mail proves the address, and the password proves that
 * the reader of the mail is the person who asked. decisions/047-guests.md
 */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { guests } from '#shared/people/api/guests.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { Refusal, conflict } from '#server/kernel/errors.ts'
import type { HttpContext } from '#server/platform/http/serve.ts'
import { findOrder } from '#server/checkout/orders/read/order.ts'
import { accountMail, withdraw } from '#server/platform/outbox/account-mail.ts'
import { checkNewPassword, hashPassword, verifyPassword } from '#server/platform/sessions/passwords.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import { startSession } from '#server/platform/sessions/sessions.ts'
import { checkLink, signLink } from '#server/platform/sessions/signed-links.ts'
import type { Shop } from '#server/platform/shop.ts'
import { adoptSubscriptions } from '#server/subscriptions/subscribers.ts'
import { DAY, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { adopt } from '../account/guest-orders.ts'
import { newUser, toUserInfo } from './users.ts'

const LIFETIME = DAY

/**
 * Stores the password for the account of a guest, and queues the mail with the link that finishes it. The response and
 * its time are the same if the address has an account: the mail then says so (server/mail/sending/compose.ts). Throws 400
 * for a weak password, 404, and 409 for a signed-in user.
 */
export async function requestAccount(shop: Shop, buyer: Buyer, orderId: string, password: string) {
  const order = await findOrder(shop, buyer, orderId)
  if (buyer._id !== null) throw conflict('You have an account already')
  checkNewPassword(password, shop.config.passwordMin)
  const request = { password_hash: await hashPassword(password), requested_at: isoNow(shop.clock) }
  const isMailed = await shop.limits.mayMail('link', order.buyer_email)
  await allOrNone(shop.db, [
    {
      query: shop.db
        .insertInto('requested_accounts')
        .values({ order_id: orderId, ...request })
        .onConflict((taken) => taken.column('order_id').doUpdateSet(request)),
    },
    ...(isMailed
      ? [
          { query: withdraw(shop.db, 'account-finish', order.buyer_email) },
          { query: accountMail(shop.db, shop, 'account-finish', order.buyer_email, { guestOrder: orderId }) },
        ]
      : []),
  ])
  shop.mailSignal.raise()
  return {
    message: `An email with a link is on its way to ${order.buyer_email}. Open it within a day to finish your account`,
  }
}

/** The token of the link that finishes the account. */
export function signAccountLink(shop: Shop, orderId: string): Promise<string> {
  return signLink(shop, 'account', orderId, LIFETIME)
}

/**
 * Creates the account that a guest asked for, with a confirmed email, gives it all guest orders with that email, and
 * starts its session. Throws 400 for a wrong password, if the link is forged, expired or used, or if the address has an
 * account by now; and 429 after too many wrong passwords.
 */
export async function finishAccount(
  shop: Shop,
  { order: orderId, link, password }: Body<typeof guests.finishAccount>,
  { device, limits }: Pick<HttpContext, 'device' | 'limits'>,
): Promise<{ user: UserInfo; token: string }> {
  if ((await checkLink(shop, 'account', orderId, link)) !== 'valid') throw invalidLink()
  const requested = await shop.db
    .selectFrom('requested_accounts')
    .innerJoin('orders', 'orders.id', 'requested_accounts.order_id')
    .select(['password_hash', 'buyer_name as name', 'buyer_email as email'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!requested) throw invalidLink()
  const guess = { account: `guest ${orderId}`, ip: device.ip, isKnown: async () => false }
  await limits.checkGuess(guess)
  if (!(await verifyPassword(password, requested.password_hash))) {
    await limits.countGuess(guess)
    throw new Refusal(400, 'This is not the password that you chose after your order', { code: 'password' })
  }
  const row = newUser(shop, { ...requested, role: null, passwordHash: requested.password_hash })
  await transact(shop.db, async (tx) => {
    const used = await tx.deleteFrom('requested_accounts').where('order_id', '=', orderId).executeTakeFirst()
    if (used.numDeletedRows !== 1n) throw invalidLink()
    await tx
      .insertInto('users')
      .values({ ...row, confirmed_email: row.email })
      .execute()
    await adopt(tx, row.id, row.email).execute()
    await adoptSubscriptions(tx, row.id, row.email).execute()
  }).catch((error: unknown) => {
    if (isUniqueViolation(error))
      throw new Refusal(400, 'This address has an account already. Sign in with it', { code: 'taken' })
    throw error
  })
  return { user: toUserInfo(row), token: await startSession(shop, row.id, device) }
}

/** Deletes requests whose links have expired. */
export async function sweepRequestedAccounts({ db, clock }: Shop): Promise<void> {
  await db
    .deleteFrom('requested_accounts')
    .where('requested_at', '<', isoIn(clock, -2 * LIFETIME))
    .execute()
}

function invalidLink(): Refusal {
  return new Refusal(400, 'This link has been used already, or it is too old', { code: 'link' })
}
