/** The links of mails that skip one delivery or cancel a subscription without a password. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { checkLink, signLink, type SignedPurpose } from '#server/platform/sessions/signed-links.ts'
import type { Shop } from '#server/platform/shop.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { changeRow } from './change.ts'
import { skipIn } from './dates.ts'
import { addReason, cancelIn } from './details.ts'

/** A link is in the mail before a charge; the next mail has new ones. */
const SKIP_LIFETIME = 60 * DAY
/** A link to cancel also works long after the last mail. */
const CANCEL_LIFETIME = 400 * DAY

export function signSkip(shop: Shop, id: string, number: number): Promise<string> {
  return signLink(shop, 'skip', `${id} ${number}`, SKIP_LIFETIME)
}

export function signCancel(shop: Shop, id: string): Promise<string> {
  return signLink(shop, 'unsubscribe', id, CANCEL_LIFETIME)
}

/** Skips a delivery. A second call changes nothing. Throws 400 for an invalid link, and 409 if it is too late. */
export async function skipByLink(
  shop: Shop,
  { subscription: id, number, link }: Body<typeof subscriptions.skipByLink>,
): Promise<{ message: string }> {
  await requireLink(shop, 'skip', `${id} ${number}`, link)
  return { message: await changeRow(shop, id, (changing) => skipIn(changing, number)) }
}

/** Cancels. A second call only stores the reason. Throws 400 for an invalid link. */
export async function cancelByLink(
  shop: Shop,
  { subscription: id, link, ...why }: Body<typeof subscriptions.cancelByLink>,
): Promise<{ message: string }> {
  await requireLink(shop, 'unsubscribe', id, link)
  const row = await shop.db
    .selectFrom('subscriptions')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw refused('This subscription was deleted')
  if (row.status === 'canceled') return { message: await addReason(shop, id, why) }
  return { message: await changeRow(shop, id, (changing) => cancelIn(changing, why)) }
}

async function requireLink(shop: Shop, purpose: SignedPurpose, subject: string, link: string): Promise<void> {
  const outcome = await checkLink(shop, purpose, subject, link)
  if (outcome === 'expired') throw refused('This link has expired. Open the link of a newer mail')
  if (outcome === 'forged') throw refused('This link is not valid. Open it from the mail again')
}

function refused(message: string): Refusal {
  return new Refusal(400, message, { code: 'link' })
}
