/** Every kind of mail with long names, long links and texts of people that contain addresses. */
import { EVENT_MAILS, type EventMail } from '#shared/platform/mails/events.ts'
import type { EditedMail, MailKind, SubscriptionMail } from '#shared/platform/mails/kinds.ts'
import { ORDER_MAILS, type OrderMail } from '#shared/platform/mails/orders.ts'
import { soldCard } from '#server/checkout/gift-cards/gift-cards.testing.ts'
import { waitingMail, type About, type SignInChange } from '#server/platform/outbox/row.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import { toSubscription } from '#server/subscriptions/read.ts'
import { boughtGift, claimed } from '#server/subscriptions/gifts/gifts.testing.ts'
import { offerSubscriptions, subscribed } from '#server/subscriptions/subscriptions.testing.ts'
import { guestOf } from '#test/guests.ts'
import { placed } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { accountOrderMails } from './account-order.testing.ts'
import { OWNER_KINDS, ownerContent, type OwnerMail } from '../kinds/accounts.ts'
import { eventContent } from '../kinds/events.ts'
import { existingAccount, finishAccount, staffInvitation } from '../kinds/guests.ts'
import { introductionsOf } from '../kinds/introduction.ts'
import { newsletterBody } from '../kinds/newsletter.ts'
import { orderContent } from '../kinds/orders.ts'
import { sampleOrder, sampleSignup } from '../kinds/samples.ts'
import { SUBSCRIPTION_KINDS, subscriptionContent } from '../kinds/subscriptions.ts'
import { renderMail, type MailBody, type MailContent } from '../kinds/template.ts'
import { webhookOffMail } from '../kinds/webhook-off.ts'
import { answerMailFor, mailFor } from '../messages/message-mail.ts'
import { serviceChanged } from '../kinds/service-changed.ts'
import { compose } from './compose.ts'
import { testMail } from './test-mail.ts'

const ORIGIN = 'https://frame.example'
const TOKEN = `${'t'.repeat(60)}.${'T'.repeat(43)}`
const LINK = `${ORIGIN}/order/0123456789abcdefghjkmn#${TOKEN}`
const NAME = 'Wolfeschlegelsteinhausenbergerdorff Featherstonehaugh'
const COFFEE = 'Donaudampfschifffahrtsgesellschaftskapitänsmischungsröstung'
const WRITTEN = `See https://www.example.com/a/very/long/path/${'x'.repeat(200)}?with=query. Or answer.`
const INBOX = 'a.very.long.address.of.the.shop@roasters-with-a-long-name.example'

/** All mails by kind; several of a kind if it has several cases. */
export async function everyMail(shop: TestShop): Promise<Record<MailKind | 'test', MailBody[]>> {
  const business = await businessOf(shop.shop)
  const rendered = (contents: MailContent[]) =>
    Promise.all(contents.map((content) => renderMail(shop.shop, content)))
  const about = { number: '4GX-7QM', items: [{ title: COFFEE, qty: 2 }] }
  const asked = { kind: 'contact', message: WRITTEN, problem: null, createdAt: NOW } as const
  const product = await shop.sell({ name: COFFEE })
  const recall = { name: NAME, text: `Dear {name},\n\n{coffees}\n\n${WRITTEN}`, coffees: [COFFEE, COFFEE] }
  const subscription = await subscriptionContext(shop)
  return {
    message: [
      mailFor({ ...MESSAGE, kind: 'contact' }, ORIGIN, business, about),
      mailFor({ ...MESSAGE, kind: 'wholesale' }, ORIGIN, business),
    ],
    answer: [answerMailFor(asked, WRITTEN, ORIGIN, business)],
    ...(await each<OrderMail>(ORDER_MAILS, async (kind) => rendered(await orderMails(shop, kind)))),
    ...(await each<OwnerMail>(OWNER_KINDS, (kind) =>
      rendered(changesOf(kind).map((change) => ownerContent(kind, { ...ACCOUNT, change }))),
    )),
    'account-finish': await rendered(
      [finishAccount, existingAccount].map((write) => write({ name: NAME, link: LINK })),
    ),
    'guest-links': [await guestLinks(shop)],
    'express-failed': [
      await composed(shop, 'express-failed', { unplaced: { name: NAME, problem: 'Guji is out of stock' } }),
    ],
    ...(await each<EventMail>(EVENT_MAILS, async (kind) => rendered(await eventMails(shop, kind)))),
    ...(await each<SubscriptionMail>(SUBSCRIPTION_KINDS, (kind) =>
      rendered([subscriptionContent(kind, subscription)]),
    )),
    'staff-invite': await rendered([
      staffInvitation({ by: NAME, role: 'packer', link: LINK, inbox: INBOX, business }),
    ]),
    'gift-card': [await giftCard(shop)],
    ...(await giftMails(shop)),
    'wholesale-order': await rendered(accountOrderMails({ origin: ORIGIN, name: NAME, written: WRITTEN })),
    newsletter: [await newsletterBody(shop.shop, { ...NEWSLETTER, blocks: blocksWith(product) }, TOKEN)],
    ...(await requested(shop)),
    'stock-back': [await composed(shop, 'stock-back', { news: { product } })],
    recall: [await composed(shop, 'recall', { recall })],
    'webhook-off': await rendered([webhookOffMail({ reason: NAME, link: LINK })]),
    'service-changed': await rendered([
      serviceChanged({ by: NAME, email: INBOX, what: 'PayPal: connected' }),
    ]),
    test: [await testMail(shop.shop, { email: 'owner@example.com' })],
  }
}

/** The mails of each of these kinds. */
async function each<Kind extends string>(
  kinds: Record<Kind, unknown>,
  mailsOf: (kind: Kind) => Promise<MailBody[]>,
): Promise<Record<Kind, MailBody[]>> {
  const mails: [string, MailBody[]][] = []
  for (const kind of Object.keys(kinds) as Kind[]) mails.push([kind, await mailsOf(kind)])
  return Object.fromEntries(mails) as Record<Kind, MailBody[]>
}

const NOW = '2026-11-27T15:00:00.000Z'

const ACCOUNT = {
  name: NAME,
  link: `${ORIGIN}/reset#${TOKEN}`,
  wanted: INBOX,
  origin: ORIGIN,
  inbox: INBOX,
  named: COFFEE,
}

const CHANGES: SignInChange[] = [
  'passkey-added',
  'passkey-removed',
  'app-added',
  'app-removed',
  'codes-new',
  'code-used',
  'reset',
  'attached-removed',
]
const changesOf = (kind: OwnerMail) => (kind === 'sign-in-changed' ? CHANGES : [undefined])

const MESSAGE = {
  name: NAME,
  email: INBOX,
  message: WRITTEN,
  type_of_business: COFFEE,
  phone: '+1 703 555 0100',
  qty: 40,
  social: `https://www.instagram.com/${'x'.repeat(150)}/`,
  order_id: '0123456789abcdefghjkmn',
  problem: 'damaged',
  created_at: NOW,
} as unknown as Omit<Parameters<typeof mailFor>[0], 'kind'>

const NEWSLETTER = { subject: COFFEE, preview: 'New coffee' }

function blocksWith(product: string) {
  return [
    { kind: 'heading', text: COFFEE },
    {
      kind: 'text',
      markdown: `${WRITTEN} And [our page](/about), <https://example.org/${'y'.repeat(150)}>.`,
    },
    { kind: 'product', product },
  ] as Parameters<typeof newsletterBody>[1]['blocks']
}

async function orderMails(shop: TestShop, kind: OrderMail): Promise<MailContent[]> {
  const texts =
    'edited' in ORDER_MAILS[kind] ? await introductionsOf(shop.shop, kind as EditedMail) : { text: '' }
  const mails: MailContent[] = []
  for (const which of Object.keys(texts))
    for (const isPickup of [false, true]) {
      const context = await longOrder(shop, { kind, texts, which, isPickup })
      mails.push(orderContent(kind, context))
      mails.push(orderContent(kind, { ...context, row: { ...context.row, is_gift_card: 1 } }))
    }
  return mails
}

const CARD = { method: 'google_pay', brand: 'American Express', lastDigits: '1234' } as const

async function longOrder(shop: TestShop, sample: Parameters<typeof sampleOrder>[1]) {
  const context = await sampleOrder(shop.shop, sample)
  const [item] = context.order.orderItems
  const lots = [{ code: '261127-A', roastedOn: '2026-11-27', qty: 2 }]
  const refund = {
    _id: 'refund',
    isItemized: true,
    to: 'paypal',
    paidWith: CARD,
    amount: 19,
    parts: { goods: 19, tax: 0, shipping: 0, goodwill: 0 },
    items: [{ line: 0, qty: 1, amount: 19 }],
  } as unknown as NonNullable<typeof context.refund>
  return {
    ...context,
    link: LINK,
    inbox: INBOX,
    refund,
    moved: { before: 'It ships Fri, Nov 27', message: WRITTEN },
    unreviewed: [{ id: '0123456789abcdefghjkmn', slug: '', name: COFFEE }],
    row: {
      ...context.row,
      buyer_name: NAME,
      buyer_email: INBOX,
      gift_note: WRITTEN.replace(/https\S+/, ''),
      gift_card_cents: 500,
    },
    order: {
      ...context.order,
      orderItems: [{ ...item!, name: COFFEE, lots }],
      isPaid: true,
      paymentMethod: 'Gift card and Google Pay',
      paidWith: CARD,
      tracking: {
        number: '9400100000000000000000',
        url: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000',
      },
    },
  }
}

async function eventMails(shop: TestShop, kind: EventMail): Promise<MailContent[]> {
  const texts = await introductionsOf(shop.shop, kind)
  const link = `${ORIGIN}/events/0123456789abcdefghjkmn`
  const samples = Object.keys(texts).map((which) => sampleSignup(shop.shop, { texts, which }))
  return (await Promise.all(samples)).map((sample) =>
    eventContent(kind, { ...sample, inbox: INBOX, link, cancelLink: `${link}/cancel#${TOKEN}` }),
  )
}

async function guestLinks(shop: TestShop): Promise<MailBody> {
  const guest = guestOf(shop)
  const bean = await shop.sell({ stock: 10 })
  for (let count = 0; count < 2; count++) await placed(guest, [{ _id: bean, qty: 1 }])
  return composed(shop, 'guest-links', {}, guest.email)
}

async function giftCard(shop: TestShop): Promise<MailBody> {
  const { id } = await soldCard(shop, 5000)
  await shop.db
    .updateTable('gift_cards')
    .set({ recipient_name: NAME, sender_name: NAME, note: WRITTEN })
    .where('id', '=', id)
    .execute()
  return composed(shop, 'gift-card', { giftCard: id })
}

async function giftMails(shop: TestShop) {
  const email = 'receives@example.com'
  const to = { name: NAME, email }
  const unopened = await boughtGift(shop, guestOf(shop, { name: NAME }), { to, note: WRITTEN })
  const about = { gift: unopened.gift }
  const mails = {
    gift: [await composed(shop, 'gift', about, email)],
    'gift-copy': [await composed(shop, 'gift-copy', about)],
    'gift-unopened': [await composed(shop, 'gift-unopened', about)],
  }
  await claimed(shop, unopened)
  const delivery = await placed(guestOf(shop), [{ _id: unopened.product, qty: 1 }])
  await shop.db.updateTable('orders').set({ shipped_at: NOW }).where('id', '=', delivery).execute()
  return {
    ...mails,
    'gift-next': [await composed(shop, 'gift-next', about, email)],
    'gift-shipped': [await composed(shop, 'gift-shipped', { ...about, delivery }, email)],
  }
}

/** Mails that visitors ask for. */
async function requested(shop: TestShop) {
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

async function subscriptionContext(shop: TestShop) {
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
  return {
    subscription: {
      ...subscription,
      items: subscription.items.map((item) => ({ ...item, newPrice: { price: 25, from: '2027-01-04' } })),
    },
    number: 1,
    changes: [{ field: 'How often', before: 'Every 2 weeks', after: 'Every 4 weeks' }],
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
}

async function composed(
  shop: TestShop,
  kind: MailKind,
  about: About,
  to = 'ann@example.com',
): Promise<MailBody> {
  const mail = waitingMail(shop.shop, { kind, about, to, dedupeKey: kind, replyTo: null, subject: '' })
  const body = await compose(shop.shop, mail, (create) => create())
  if (!body) throw new Error(`No mail: ${kind}`)
  return body
}

/** The words of the links of a mail. */
export function linkWords({ html }: MailBody): string[] {
  return [...html.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, words = '']) => words)
}
