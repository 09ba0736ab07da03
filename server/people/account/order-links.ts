/** New links to the orders of a guest, for a guest whose link is lost or has expired. */
import { isoIn } from '#server/kernel/time/clock.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import type { Limits } from '#server/kernel/limits/limits.ts'
import { accountMail, withdraw } from '#server/platform/outbox/account-mail.ts'
import { ORDER_LINK_LIFETIME } from '#server/platform/sessions/guests.ts'
import type { Shop } from '#server/platform/shop.ts'

const SENT = 'If there are guest orders with this address, an email with links to them is on its way to it'
const NO_MAIL_SERVER = 'This shop has no mail server yet: its owner finds the mail in the admin area'

/**
 * Queues the mail with new links. The orders are looked up only when the mail is sent (server/mail/sending/compose.ts), so the response
 * and its time are the same for every address. An address gets three such mails an hour; further requests get the same
 * response and send nothing.
 */
export async function requestOrderLinks(
  shop: Shop,
  email: string,
  limits: Pick<Limits, 'mayMail'>,
): Promise<{ message: string }> {
  if (await limits.mayMail('link', email)) {
    await allOrNone(shop.db, [
      { query: withdraw(shop.db, 'guest-links', email) },
      { query: accountMail(shop.db, shop, 'guest-links', email, {}) },
    ])
    shop.mailSignal.raise()
  }
  return { message: shop.providers.mail.mode === 'sandbox' ? `${SENT}. ${NO_MAIL_SERVER}` : SENT }
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
