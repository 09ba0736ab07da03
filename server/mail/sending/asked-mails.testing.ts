/** The mails about subscriptions, and those that visitors ask for, for the test of every kind of mail. */
import type { MailKind } from '#shared/platform/mail-kinds.ts'
import { offerSubscriptions, subscribed } from '#server/subscriptions/subscriptions.testing.ts'
import { toSubscription } from '#server/subscriptions/read.ts'
import type { TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { SubscriptionMail } from '#server/platform/outbox/subscription-mail.ts'
import { compose } from './compose.ts'
import { COFFEE, INBOX, LINK, NAME, ORIGIN, TOKEN } from './long-texts.testing.ts'
import { subscriptionText } from '../texts/subscription-texts.ts'
import type { MailBody, MailContent } from '../texts/template.ts'

/** Mails that visitors ask for. */
export async function requested(shop: TestShop) {
  const email = 'asks@example.com'
  const visitor = shop.visitor()
  const gone = await shop.sell({ name: COFFEE, stock: 0 })
  const here = await shop.sell({ name: COFFEE, stock: 5 })
  const answers = [
    await visitor.post('/api/newsletter', { email, source: 'footer' }),
    await visitor.post('/api/stock-notices', { size: gone, email }),
    await visitor.post('/api/saved-carts', { email, when: 'now', orderItems: [{ _id: here, qty: 2 }] }),
  ]
  if (answers.some(({ status }) => status !== 200))
    throw new Error(answers.map(({ text }) => text).join('\n'))
  const stored = async (kind: MailKind) => {
    const row = await shop.db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    return [(await compose(shop.shop, row, (create) => create()))!]
  }
  return {
    'newsletter-confirm': await stored('newsletter-confirm'),
    'stock-confirm': await stored('stock-confirm'),
    'saved-cart': await stored('saved-cart'),
  }
}

const SUBSCRIPTIONS: SubscriptionMail[] = [
  'subscription-started',
  'subscription-notice',
  'subscription-waiting',
  'subscription-missed',
  'subscription-moved',
  'subscription-declined',
  'subscription-method',
  'subscription-failed',
  'subscription-price',
  'subscription-canceled',
  'subscription-yearly',
  'subscription-ending',
  'subscription-sold-out',
]

export async function subscriptionMails(shop: TestShop, rendered: (content: MailContent) => MailBody) {
  await offerSubscriptions(shop)
  const coffee = await shop.sell({ name: COFFEE, stock: 20 })
  const { id } = await subscribed(shop, await signedIn(shop, { name: NAME }), [
    { _id: coffee, qty: 1, subscribe: { weeks: 2 } },
  ])
  const row = await shop.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const subscription = await toSubscription(shop.shop, row)
  const page = `${ORIGIN}/subscriptions/${id}`
  const context = {
    subscription: {
      ...subscription,
      items: subscription.items.map((item) => ({ ...item, newPrice: { price: 25, from: '2027-01-04' } })),
    },
    number: 1,
    endings: [{ ended: COFFEE, endsOn: '2027-01-04', instead: '' }],
    links: {
      manage: `${page}#${TOKEN}`,
      skip: `${page}/skip#2.${TOKEN}`,
      cancel: `${page}/cancel#${TOKEN}`,
      pay: LINK,
      admin: `${ORIGIN}/admin/subscription/${id}`,
    },
    business: await businessOf(shop.shop),
    inbox: INBOX,
    isTrial: true,
  }
  return Object.fromEntries(
    SUBSCRIPTIONS.map((kind) => [kind, [rendered(subscriptionText(kind, context))]]),
  ) as Record<SubscriptionMail, MailBody[]>
}
