/** Writes an email about a subscription when it is sent, from the rows of that moment. */
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import type { SubscriptionRow } from '#server/kernel/db/schema.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { SubscriptionMail } from '#server/platform/outbox/subscription-mail.ts'
import type { AboutSubscription } from '#server/platform/outbox/row.ts'
import { signOrderLink, orderLinkPath, signSubscriptionLink } from '#server/platform/sessions/guests.ts'
import { businessOf, inboxOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { signCancel, signSkip } from '#server/subscriptions/links.ts'
import { toSubscription } from '#server/subscriptions/read.ts'
import { endingTexts } from '#server/subscriptions/replace-coffees.ts'
import type { Links } from '../texts/subscription-parts.ts'
import { subscriptionText } from '../texts/subscription-texts.ts'
import { renderMail, type MailBody } from '../texts/template.ts'

type TokenSource = (create: () => Promise<string>) => Promise<string>

/** Returns the mail. Null if the subscription is deleted, or if the mail no longer applies. */
export async function aboutSubscription(
  shop: Shop,
  kind: SubscriptionMail,
  about: AboutSubscription,
  tokenOf: TokenSource,
): Promise<MailBody | null> {
  const row = await shop.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', about.subscription)
    .executeTakeFirst()
  if (!row) return null
  const subscription = await toSubscription(shop, row)
  if (!applies(kind, about, row, subscription)) return null
  const origin = originOf(shop.config)
  const business = await businessOf(shop)
  const content = subscriptionText(kind, {
    subscription,
    number: about.number ?? row.next_number,
    endings: kind === 'subscription-ending' ? await endingTexts(shop, row.id) : [],
    links: await linksOf(shop, row, about, tokenOf),
    business,
    inbox: (await inboxOf(shop)).replyTo,
    isTrial: shop.providers.payments.mode === 'sandbox',
  })
  return renderMail(content, origin, business)
}

/** Whether the mail is still correct: the subscription may have changed since the mail was queued. */
function applies(
  kind: SubscriptionMail,
  { number }: AboutSubscription,
  { status }: SubscriptionRow,
  { next, deliveries }: Subscription,
): boolean {
  const about = deliveries.find((delivery) => delivery.number === number)
  switch (kind) {
    case 'subscription-notice':
      return (status === 'active' || status === 'paused') && next?.number === number
    case 'subscription-moved':
      return status === 'active' && next?.number === number
    case 'subscription-waiting':
    case 'subscription-sold-out':
      return next?.number === number && next?.isWaiting === true
    case 'subscription-declined':
    case 'subscription-method':
      return status === 'active' && about?.state === 'charging'
    case 'subscription-failed':
      return status === 'failed'
    case 'subscription-canceled':
      return status === 'canceled'
    case 'subscription-price':
    case 'subscription-yearly':
    case 'subscription-ending':
      return status !== 'canceled' && status !== 'ended'
    default:
      return true
  }
}

/** The links of an email. Their tokens are after `#`, so that they reach no server and no log. */
async function linksOf(
  shop: Shop,
  row: SubscriptionRow,
  { number = row.next_number }: AboutSubscription,
  tokenOf: TokenSource,
): Promise<Links> {
  const origin = originOf(shop.config)
  const page = `${origin}/subscriptions/${row.id}`
  const manage = await tokenOf(() => signSubscriptionLink(shop, row.id))
  const skip = await tokenOf(() => signSkip(shop, row.id, number))
  const cancel = await tokenOf(() => signCancel(shop, row.id))
  return {
    manage: `${page}#${manage}`,
    skip: `${page}/skip#${number}.${skip}`,
    cancel: `${page}/cancel#${cancel}`,
    pay: await payLink(shop, row, number, tokenOf),
    admin: `${origin}/admin/subscription/${row.id}`,
  }
}

/** The page of the order of a delivery, where it can be paid; empty if it has none. */
async function payLink(
  shop: Shop,
  { id, is_guest: isGuest, user_id: userId }: SubscriptionRow,
  number: number,
  tokenOf: TokenSource,
): Promise<string> {
  const delivery = await shop.db
    .selectFrom('subscription_deliveries')
    .select('order_id')
    .where('subscription_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  const order = delivery?.order_id
  if (!order) return ''
  const origin = originOf(shop.config)
  if (!isGuest || userId !== null) return `${origin}/order/${order}`
  return origin + orderLinkPath(order, await tokenOf(() => signOrderLink(shop, order)))
}
