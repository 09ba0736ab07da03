/** The mails to guests that are not about a single order, and the invitation to the staff. */
import type { Business } from '#shared/platform/business.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { ROLE_TEXTS, workOf } from '#shared/kernel/role-texts.ts'
import type { StaffRole } from '#shared/kernel/roles.ts'
import { recentGuestOrders } from '#server/people/account/guest-orders.ts'
import { signInvitation } from '#server/people/staff/invitations.ts'
import { signAccountLink } from '#server/people/users/guest-account.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { orderLinkPath, signOrderLink } from '#server/platform/sessions/guests.ts'
import { businessOf, inboxOf } from '#server/platform/settings/current.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { LinkWords, TokenSource } from './mail-links.ts'
import { button, linkLine, oneLine, type MailContent } from './template.ts'

/** Whether the address has an account is read here, after the response was sent. */
export async function aboutNewAccount(
  shop: Shop,
  orderId: string,
  tokenOf: TokenSource,
): Promise<MailContent | null> {
  const { db } = shop
  const order = await db
    .selectFrom('orders')
    .select(['buyer_name', 'buyer_email'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) return null
  const { buyer_name: name, buyer_email: email } = order
  const account = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  const origin = originOf(shop.config)
  if (account) return existingAccount({ name, link: `${origin}/login?redirect=%2Fprofile` })
  const token = await tokenOf(() => signAccountLink(shop, orderId))
  return finishAccount({ name, link: `${origin}/finish-account#${orderId}.${token}` })
}

/** Null if the invitation was accepted or withdrawn. */
export async function aboutInvitation(
  shop: Shop,
  id: string,
  tokenOf: TokenSource,
): Promise<MailContent | null> {
  const row = await shop.db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const token = await tokenOf(() => signInvitation(shop, row))
  return staffInvitation({
    by: row.invited_by,
    role: row.staff_role,
    hasPickup: (await partOf(shop, 'pickup')) !== 'off',
    link: `${originOf(shop.config)}/join#${token}`,
    inbox: (await inboxOf(shop)).replyTo,
    business: await businessOf(shop),
  })
}

/** Null if no order was placed with the address lately. */
export async function aboutGuestOrders(
  shop: Shop,
  email: string,
  tokenOf: TokenSource,
): Promise<MailContent | null> {
  const orders = await recentGuestOrders(shop, email)
  if (orders.length === 0) return null
  const links: LinkWords[] = []
  for (const { id, number, created_at } of orders) {
    const token = await tokenOf(() => signOrderLink(shop, id))
    const words = `Order No. ${number ?? id} of ${formatDate(created_at, 'day')}`
    links.push({ words, url: originOf(shop.config) + orderLinkPath(id, token) })
  }
  return orderLinks({ name: orders[0]!.name, links })
}

const WHY = 'You get this email because an order was placed at our shop with this address.'

const greeting = (name: string) => `Hello ${oneLine(name)},`

/** The mail with the link that finishes the account of a guest. */
export function finishAccount({ name, link }: { name: string; link: string }): MailContent {
  return {
    preview: 'Open the link and enter the password that you chose.',
    title: 'Finish your account',
    drawing: 'bar',
    parts: [
      greeting(name),
      'Someone, probably you, asked for an account at our shop after an order. Open the link and enter the password that you chose: the account is then ready, and your orders are in it.',
      button('Finish your account', link),
      'The link works once, within 24 hours. If this was not you, ignore this email: no account is created.',
    ],
    why: WHY,
  }
}

/** The mail to a guest who asked for an account and has one. */
export function existingAccount({ name, link }: { name: string; link: string }): MailContent {
  return {
    preview: 'Sign in to see your orders.',
    title: 'You have an account already',
    parts: [
      greeting(name),
      'Someone, probably you, asked for an account at our shop after an order. This address has an account already, and it has not changed. Sign in and open your profile to add the order to it.',
      button('Sign in', link),
      'If this was not you, ignore this email.',
    ],
    why: WHY,
  }
}

/** The mail with new links to the guest's orders, each with the number and the day of the order. */
function orderLinks({ name, links }: { name: string; links: LinkWords[] }): MailContent {
  return {
    preview: 'Each link opens one order.',
    title: 'Your orders',
    parts: [
      greeting(name),
      'Someone, probably you, asked for the links to the orders that were placed with this address.',
      ...links.map(({ words, url }) => linkLine(words, url)),
      'Each link opens one order and works for 180 days. Anyone who has it can see and cancel that order.',
    ],
    why: WHY,
  }
}

/** The mail to a buyer who approved an express payment, left the page, and could not get an order. */
export function unplacedOrder(
  { name, problem }: { name: string; problem: string },
  origin: string,
): MailContent {
  return {
    preview: 'Nothing was charged. Your cart still has the goods.',
    title: 'Your order was not placed',
    parts: [
      greeting(name),
      `You approved a payment at PayPal for the cart of our shop, and left the page before we could answer. We could not place your order: ${oneLine(problem)}.`,
      'Nothing was charged. Your cart still has the goods, in the browser in which you chose them:',
      button('Open the cart', `${origin}/cart`),
      'If we can help you, answer this email.',
    ],
    why: 'You get this email because a payment to our shop was approved with this address.',
  }
}

type Invited = {
  by: string
  role: StaffRole
  /** Whether orders can be picked up. */
  hasPickup: boolean
  link: string
  inbox: string
  business: Business
}

/** The mail with an invitation to the staff. */
export function staffInvitation(invited: Invited): MailContent {
  const { by, role, hasPickup, link, inbox, business } = invited
  const { roasters } = business
  const name = ROLE_TEXTS[role].name
  const does = workOf(role, hasPickup)
  return {
    preview: 'The link works once, within 48 hours.',
    title: `Join the staff of ${roasters}`,
    parts: [
      'Hello,',
      `${oneLine(by)} invites you to work in the back office of ${roasters}. Your role: ${name}. ${does}`,
      button('Accept the invitation', link),
      'The link works once, within 48 hours. A newer link replaces it.',
      `If you do not expect this email, ignore it. A question? Write to ${inbox}.`,
    ],
    why: 'You get this email because an owner of our shop entered this address.',
  }
}
