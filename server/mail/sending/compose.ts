/**
 * Writes the text of an email when it is sent, or when an admin views a waiting mail. The text is built from the order or
 * account that the mail is about.
 */
import type { Order } from '#shared/checkout/api/orders.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { type Purpose, linkTo, makeLink } from '#server/people/account/links.ts'
import type { OrderRow, OutboxRow, UserRow } from '#server/kernel/db/schema.ts'
import { signConfirmation, recentGuestOrders } from '#server/people/account/guest-orders.ts'
import { notFound } from '#server/kernel/errors.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { barOf } from '#server/roastery/delivery/schedule.ts'
import { readGoods, readOrder } from '#server/checkout/orders/orders.ts'
import { unreviewedInOrder } from '#server/catalog/products/reviews/reviews.ts'
import { businessOf, inboxOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { orderLinkPath, signOrderLink } from '#server/platform/sessions/guests.ts'
import { signInvitation } from '#server/people/staff/invitations.ts'
import { signAccountLink } from '#server/people/users/guest-account.ts'
import type { OrderMail } from '#server/platform/outbox/order-mail.ts'
import type { EventMail } from '#server/platform/outbox/event-mail.ts'
import type { NewsMail } from '#server/platform/outbox/news-mail.ts'
import type { SubscriptionMail } from '#server/platform/outbox/subscription-mail.ts'
import type { About, AboutAccount, AboutOrder } from '#server/platform/outbox/row.ts'
import { accountText, type KnownAccountMail } from '../texts/account-texts.ts'
import { giftCardOrderText } from '../texts/gift-card-texts.ts'
import * as guestText from '../texts/guest-texts.ts'
import { introductionsOf } from '../texts/introduction.ts'
import type { LinkWords } from '../texts/mail-links.ts'
import { isAboutReady, textOf } from '../texts/pickup-texts.ts'
import { staffInvitation } from '../texts/staff-texts.ts'
import { renderMail, type MailContent, type MailBody } from '../texts/template.ts'
import { accountOf } from './account-of.ts'
import { aboutSignup } from './compose-event.ts'
import { aboutGiftCard } from './compose-gift-card.ts'
import { aboutNews } from './compose-news.ts'
import { recallBody } from './compose-recall.ts'
import { aboutSubscription } from './compose-subscription.ts'

/** Replaces the token of a link in stored and displayed mails: only the recipient may use it, not even an admin. */
export const HIDDEN_TOKEN = '(known-to-the-reader-alone)'

/** Mails with a stored link that gives access to an account. */
const PURPOSES: { readonly [K in OutboxRow['kind']]?: Purpose } = {
  'password-reset': 'reset',
  'email-confirm': 'confirm',
  'email-changing': 'object',
}

/**
 * Returns the token of a link for an email: the token from `create` if the mail is sent, or a placeholder if the mail is
 * only shown.
 */
export type TokenSource = (create: () => Promise<string>) => Promise<string>

/** Returns the mail's text. Null if its order, sign-up or account is deleted, or if the mail no longer applies. */
export async function compose(shop: Shop, mail: OutboxRow, tokenOf: TokenSource): Promise<MailBody | null> {
  if (mail.about === null) return { text: mail.body_text, html: mail.body_html }
  const about = JSON.parse(mail.about) as About
  if ('giftCard' in about) return aboutGiftCard(shop, about.giftCard, tokenOf)
  if ('recall' in about) return recallBody(shop, about.recall)
  if ('news' in about) return aboutNews(shop, mail.kind as NewsMail, about.news, tokenOf)
  if ('signup' in about) return aboutSignup(shop, mail.kind as EventMail, about.signup, tokenOf)
  if ('subscription' in about) return aboutSubscription(shop, mail.kind as SubscriptionMail, about, tokenOf)
  const content =
    'order' in about
      ? await aboutOrder(shop, mail.kind as OrderMail, about, tokenOf)
      : await aboutAccountOrGuest(shop, mail, about, tokenOf)
  return content && renderMail(content, originOf(shop.config), await businessOf(shop))
}

/**
 * The mail about a new date before it is sent, with the number of the order. Throws 404.
 * @param dates the new dates
 */
export async function composeMoved(
  shop: Shop,
  about: AboutOrder,
  dates: Pick<Order, 'delivery' | 'pickup'>,
): Promise<MailBody & { order: Order }> {
  const found = await readGoods(shop, about.order)
  if (!found) throw notFound('Order')
  const order = { ...found.order, ...dates }
  const content = await writeOrder(
    shop,
    'order-moved',
    { about, row: found.row, order },
    async () => HIDDEN_TOKEN,
  )
  return { ...renderMail(content, originOf(shop.config), await businessOf(shop)), order }
}

async function aboutOrder(
  shop: Shop,
  kind: OrderMail,
  about: AboutOrder,
  tokenOf: TokenSource,
): Promise<MailContent | null> {
  const found = await (ABOUT_GOODS.has(kind) ? readGoods(shop, about.order) : readWhole(shop, about.order))
  if (!found) return null
  const { row, order } = found
  // Paid, closed, or being paid since the order was placed.
  if (kind === 'order-received' && row.state !== 'pending') return null
  if (kind === 'order-moved' && row.state !== 'paid') return null
  const unreviewed = kind === 'order-review' ? await unreviewedInOrder(shop.db, row.id) : []
  // Refunded, reviewed or removed from the shop since the mail was queued.
  if (kind === 'order-review' && (row.state !== 'delivered' || unreviewed.length === 0)) return null
  // Handed over or changed back since the mail was queued.
  if (isAboutReady(kind) && (row.state !== 'paid' || row.ready_at === null)) return null
  return writeOrder(shop, kind, { about, row, order, unreviewed }, tokenOf)
}

type Written = {
  about: AboutOrder
  row: OrderRow
  order: Order
  unreviewed?: { id: string; name: string }[]
}

async function writeOrder(
  shop: Shop,
  kind: OrderMail,
  { about, row, order, unreviewed = [] }: Written,
  tokenOf: TokenSource,
): Promise<MailContent> {
  const write = row.is_gift_card ? giftCardOrderText : textOf
  return write(kind, {
    texts: kind === 'order-to-ship' ? {} : await introductionsOf(shop, kind),
    business: await businessOf(shop),
    bar: await barOf(shop),
    row,
    order,
    origin: originOf(shop.config),
    link: await orderLink(shop, row, kind, tokenOf),
    inbox: (await inboxOf(shop)).replyTo,
    isTrial: shop.providers.payments.mode === 'sandbox',
    cents: about.cents ?? 0,
    refund: order.refunds.find(({ _id }) => _id === about.refund) ?? null,
    moved: about.moved ?? null,
    unreviewed,
  })
}

async function readWhole(shop: Shop, id: string): Promise<{ row: OrderRow; order: Order } | null> {
  const row = await shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? { row, order: await readOrder(shop, row) } : null
}

/**
 * The URL of an order. For a guest it contains a token, until an account adopts the order; not in the mail to the shop.
 */
async function orderLink(
  shop: Shop,
  row: Pick<OrderRow, 'id' | 'user_id' | 'is_guest'>,
  kind: OrderMail,
  tokenOf: TokenSource,
): Promise<string> {
  const origin = originOf(shop.config)
  if (!row.is_guest || row.user_id !== null || kind === 'order-to-ship') return `${origin}/order/${row.id}`
  return origin + orderLinkPath(row.id, await tokenOf(() => signOrderLink(shop, row.id)))
}

/** Mails that show only the goods of an order, and not its payments, refunds or parcel. */
const ABOUT_GOODS: ReadonlySet<OrderMail> = new Set([
  'order-received',
  'order-paid',
  'order-to-ship',
  'order-ready',
  'order-reminder',
  'order-delivered',
  'order-review',
  'order-moved',
  'order-replacement',
])

function aboutAccountOrGuest(
  shop: Shop,
  mail: OutboxRow,
  about: AboutAccount,
  tokenOf: TokenSource,
): Promise<MailContent | null> {
  if (mail.kind === 'account-finish') return aboutNewAccount(shop, about.guestOrder ?? '', tokenOf)
  if (mail.kind === 'guest-links') return aboutGuestOrders(shop, mail.recipient, tokenOf)
  if (mail.kind === 'staff-invite') return aboutInvitation(shop, about.invitation ?? '', tokenOf)
  return aboutAccount(shop, mail, about, tokenOf)
}

async function aboutAccount(
  shop: Shop,
  mail: OutboxRow,
  about: AboutAccount,
  tokenOf: TokenSource,
): Promise<MailContent | null> {
  const user = await accountOf(shop, mail, about)
  if (!user) return null
  const origin = originOf(shop.config)
  return accountText(mail.kind as KnownAccountMail, {
    name: user.name,
    link: await accountLink(shop, mail, user, tokenOf),
    wanted: about.email ?? '',
    origin,
    inbox: (await inboxOf(shop)).replyTo,
    change: about.change,
    named: about.passkey ?? about.removed ?? '',
  })
}

/** The URL of the link in an email about an account; empty in mails without one. */
async function accountLink(
  shop: Shop,
  mail: OutboxRow,
  user: UserRow,
  tokenOf: TokenSource,
): Promise<string> {
  const origin = originOf(shop.config)
  if (mail.kind === 'email-own')
    return `${origin}/confirm-account#${await tokenOf(() => signConfirmation(shop, user.id, mail.recipient))}`
  const purpose = PURPOSES[mail.kind]
  if (!purpose) return ''
  const link = { user_id: user.id, email: mail.recipient, mail_id: mail.id, purpose }
  return linkTo(origin, purpose, await tokenOf(() => makeLink(shop, link)))
}

/** Whether the address has an account is read here, after the response was sent. */
async function aboutNewAccount(
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
  if (account) return guestText.existingAccount({ name, link: `${origin}/login?redirect=%2Fprofile` })
  const token = await tokenOf(() => signAccountLink(shop, orderId))
  return guestText.finishAccount({ name, link: `${origin}/finish-account#${orderId}.${token}` })
}

/** Null if the invitation was accepted or withdrawn. */
async function aboutInvitation(shop: Shop, id: string, tokenOf: TokenSource): Promise<MailContent | null> {
  const row = await shop.db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const token = await tokenOf(() => signInvitation(shop, row))
  return staffInvitation({
    by: row.invited_by,
    role: row.staff_role,
    link: `${originOf(shop.config)}/join#${token}`,
    inbox: (await inboxOf(shop)).replyTo,
    business: await businessOf(shop),
  })
}

async function aboutGuestOrders(
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
  return guestText.orderLinks({ name: orders[0]!.name, links })
}
