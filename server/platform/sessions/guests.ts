/**
 * Guests: buyers without an account. A guest opens an order with its link, which is signed for this order only
 * (decisions/047-guests.md).
 */
import { DAY } from '#server/kernel/time/clock.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from './sessions.ts'
import { checkLink, signLink } from './signed-links.ts'

export type Guest = {
  _id: null
  name: string
  email: string
  isAdmin: false
  role: null
  /** The order whose link the guest has; null for a guest who places an order. */
  orderId: string | null
  /** The subscription whose link the guest has. */
  subscriptionId?: string
}

/** Who buys: a signed-in user or a guest. */
export type Buyer = SignedIn | Guest

/** How long a link to an order is valid. Every mail about the order contains a new link. */
export const ORDER_LINK_LIFETIME = 180 * DAY

/** The request header with the token of a link to an order. */
export const GUEST_LINK_HEADER = 'x-guest-link'

/** The token of a new link to an order. */
export function signOrderLink(shop: Pick<Shop, 'db' | 'clock'>, orderId: string): Promise<string> {
  return signLink(shop, 'order', orderId, ORDER_LINK_LIFETIME)
}

/**
 * The path of the page of a guest's order, with the token after `#`. Browsers do not send that part, so the token
 * appears in no log and no Referer.
 */
export const orderLinkPath = (orderId: string, token: string) => `/order/${orderId}#${token}`

/**
 * The caller of a request with a link to this order: the signed-in user, if the order is in that account or the user is
 * an admin; otherwise the guest with the link. Throws 403 if the token is forged, expired, or for another order.
 */
export async function buyerWithLink(
  shop: Shop,
  user: SignedIn | null,
  orderId: string,
  token: string,
): Promise<Buyer> {
  if (user?.isAdmin) return user
  const outcome = await checkLink(shop, 'order', orderId, token)
  const row = await shop.db
    .selectFrom('orders')
    .select(['user_id', 'is_guest', 'buyer_name as name', 'buyer_email as email'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (user && row?.user_id === user._id) return user
  if (outcome === 'expired')
    throw refusedLink('This link to your order has expired. We can mail you a new one')
  if (outcome === 'forged' || !row?.is_guest)
    throw refusedLink('This link to an order is not valid. Open it from the mail again, or ask for a new one')
  return { _id: null, name: row.name, email: row.email, isAdmin: false, role: null, orderId }
}

/** How long a link to a subscription is valid. Every mail about it contains a new link. */
const SUBSCRIPTION_LINK_LIFETIME = 180 * DAY

/** The token of a new link to a subscription. It needs no password, also if the subscription is in an account. */
export function signSubscriptionLink(shop: Pick<Shop, 'db' | 'clock'>, id: string): Promise<string> {
  return signLink(shop, 'subscription', id, SUBSCRIPTION_LINK_LIFETIME)
}

/**
 * The caller of a request with a link to this subscription: the signed-in user, if the subscription is in that account or
 * the user is an admin; otherwise a guest with the link. Throws 403 if the token is forged, expired, or for another one.
 */
export async function subscriberWithLink(
  shop: Shop,
  user: SignedIn | null,
  id: string,
  token: string,
): Promise<Buyer> {
  if (user?.isAdmin) return user
  const outcome = await checkLink(shop, 'subscription', id, token)
  const row = await shop.db
    .selectFrom('subscriptions')
    .select(['user_id', 'buyer_name as name', 'buyer_email as email'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (user && row?.user_id === user._id) return user
  if (outcome === 'expired')
    throw refusedLink('This link to your subscription has expired. Open the link of a newer mail')
  if (outcome === 'forged' || !row)
    throw refusedLink('This link to a subscription is not valid. Open it from the mail again')
  const { name, email } = row
  return { _id: null, name, email, isAdmin: false, role: null, orderId: null, subscriptionId: id }
}

/** A guest who places an order and has no link yet. */
export function newGuest({ name, email }: { name: string; email: string }): Guest {
  return { _id: null, name, email, isAdmin: false, role: null, orderId: null }
}

function refusedLink(message: string): Refusal {
  return new Refusal(403, message, { code: 'link' })
}
