/** Writes an email about a subscription when it is sent, from the rows of that moment. */
import type { SubscriptionMail } from '#shared/platform/mails/kinds.ts'
import type { SubscriptionRow } from '#server/kernel/db/schema.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { AboutSubscription } from '#server/platform/outbox/row.ts'
import { signOrderLink, orderLinkPath, signSubscriptionLink } from '#server/platform/sessions/guests.ts'
import { businessOf, inboxOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { signCancel, signSkip } from '#server/subscriptions/links.ts'
import { toSubscription } from '#server/subscriptions/read.ts'
import { endingTexts } from '#server/subscriptions/replace-coffees.ts'
import { roasts } from '#server/platform/settings/parts.ts'
import type { TokenSource } from './mail-links.ts'
import type { Links } from './subscription-parts.ts'
import { SUBSCRIPTION_KINDS, subscriptionContent } from './subscriptions.ts'
import type { MailContent } from './template.ts'

/** Returns the mail. Null if the subscription is deleted, or if the mail no longer applies. */
export async function aboutSubscription(
  shop: Shop,
  kind: SubscriptionMail,
  about: AboutSubscription,
  tokenOf: TokenSource,
): Promise<MailContent | null> {
  const row = await shop.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', about.subscription)
    .executeTakeFirst()
  if (!row) return null
  const subscription = await toSubscription(shop, row)
  const { number } = about
  if (!SUBSCRIPTION_KINDS[kind].applies({ ...subscription, status: row.status, number })) return null
  return subscriptionContent(kind, {
    subscription,
    number: number ?? row.next_number,
    endings: kind === 'subscription-ending' ? await endingTexts(shop, row.id) : [],
    changes: about.changes ?? [],
    links: await linksOf(shop, row, about, tokenOf),
    business: await businessOf(shop),
    inbox: (await inboxOf(shop)).replyTo,
    isTrial: shop.providers.payments.mode === 'sandbox',
    roasts: await roasts(shop),
  })
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
