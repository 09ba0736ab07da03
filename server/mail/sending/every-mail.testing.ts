/** Every kind of mail with long names, long links and texts of people that contain addresses. */
import type { MailKind } from '#shared/platform/mail-kinds.ts'
import { MAIL_PAGES } from '#shared/platform/site-pages/mails.ts'
import { soldCard } from '#server/checkout/gift-cards/gift-cards.testing.ts'
import { guestOf } from '#test/guests.ts'
import { placed } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import { answerMailFor, mailFor } from '../messages/message-mail.ts'
import type { EventMail } from '#server/platform/outbox/event-mail.ts'
import type { OrderMail } from '#server/platform/outbox/order-mail.ts'
import { waitingMail, type About, type SignInChange } from '#server/platform/outbox/row.ts'
import { requested, subscriptionMails } from './asked-mails.testing.ts'
import { COFFEE, INBOX, LINK, NAME, ORIGIN, TOKEN, WRITTEN } from './long-texts.testing.ts'
import { accountText, type KnownAccountMail } from '../texts/account-texts.ts'
import { compose } from './compose.ts'
import { eventText } from '../texts/event-texts.ts'
import { giftCardOrderText } from '../texts/gift-card-texts.ts'
import { existingAccount, finishAccount } from '../texts/guest-texts.ts'
import { introductionsOf, type Introductions } from '../texts/introduction.ts'
import { newsletterBody } from '../texts/newsletter-text.ts'
import { textOf } from '../texts/pickup-texts.ts'
import { sampleOrder, sampleSignup } from '../texts/sample-order.ts'
import { staffInvitation } from '../texts/staff-texts.ts'
import { renderMail, type MailBody, type MailContent } from '../texts/template.ts'
import { testMail } from './test-mail.ts'

/** All mails by kind; several of a kind if it has several cases. */
export async function everyMail(shop: TestShop): Promise<Record<MailKind | 'test', MailBody[]>> {
  const business = await businessOf(shop.shop)
  const rendered = (content: MailContent) => renderMail(content, ORIGIN, business)
  const orders = (kind: OrderMail) => orderMails(shop, kind, rendered)
  const events = (kind: EventMail) => eventMails(shop, kind, rendered)
  const accounts = (kind: KnownAccountMail) =>
    changesOf(kind).map((change) => rendered(accountText(kind, { ...ACCOUNT, change })))
  const subscriptions = await subscriptionMails(shop, rendered)
  return {
    message: [
      mailFor({ ...MESSAGE, kind: 'contact' }, ORIGIN, business, {
        number: '4GX-7QM',
        items: [{ title: COFFEE, qty: 2 }],
      }),
      mailFor({ ...MESSAGE, kind: 'wholesale' }, ORIGIN, business),
    ],
    answer: [
      answerMailFor(
        { kind: 'contact', message: WRITTEN, problem: null, createdAt: NOW },
        WRITTEN,
        ORIGIN,
        business,
      ),
    ],
    'order-to-ship': await orders('order-to-ship'),
    'order-received': await orders('order-received'),
    'order-paid': await orders('order-paid'),
    'order-shipped': await orders('order-shipped'),
    'order-ready': await orders('order-ready'),
    'order-reminder': await orders('order-reminder'),
    'order-delivered': await orders('order-delivered'),
    'order-review': await orders('order-review'),
    'order-moved': await orders('order-moved'),
    'order-replacement': await orders('order-replacement'),
    'order-cancelled': await orders('order-cancelled'),
    'order-expired': await orders('order-expired'),
    'order-refunded': await orders('order-refunded'),
    'password-reset': accounts('password-reset'),
    'password-changed': accounts('password-changed'),
    'email-confirm': accounts('email-confirm'),
    'email-changing': accounts('email-changing'),
    'email-own': accounts('email-own'),
    'sign-in-changed': accounts('sign-in-changed'),
    'account-finish': [finishAccount, existingAccount].map((write) =>
      rendered(write({ name: NAME, link: LINK })),
    ),
    'guest-links': [await guestLinks(shop)],
    'event-signup': await events('event-signup'),
    'event-seat': await events('event-seat'),
    'event-changed': await events('event-changed'),
    'event-reminder': await events('event-reminder'),
    'event-left': await events('event-left'),
    'event-cancelled': await events('event-cancelled'),
    ...subscriptions,
    'staff-invite': [
      rendered(staffInvitation({ by: NAME, role: 'packer', link: LINK, inbox: INBOX, business })),
    ],
    'gift-card': [await giftCard(shop)],
    newsletter: [await newsletterBody(shop.shop, { ...NEWSLETTER, blocks: await blocksOf(shop) }, TOKEN)],
    ...(await requested(shop)),
    'stock-back': [
      await composed(shop, 'stock-back', { news: { product: await shop.sell({ name: COFFEE }) } }),
    ],
    recall: [
      await composed(shop, 'recall', {
        recall: { name: NAME, text: `Dear {name},\n\n{coffees}\n\n${WRITTEN}`, coffees: [COFFEE, COFFEE] },
      }),
    ],
    test: [await testMail(shop.shop, { email: 'owner@example.com' })],
  }
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
const changesOf = (kind: KnownAccountMail) => (kind === 'sign-in-changed' ? CHANGES : [undefined])

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

async function blocksOf(shop: TestShop) {
  const product = await shop.sell({ name: COFFEE })
  return [
    { kind: 'heading', text: COFFEE },
    {
      kind: 'text',
      markdown: `${WRITTEN} And [our page](/about), <https://example.org/${'y'.repeat(150)}>.`,
    },
    { kind: 'product', product },
  ] as Parameters<typeof newsletterBody>[1]['blocks']
}

type Rendered = (content: MailContent) => MailBody

async function orderMails(shop: TestShop, kind: OrderMail, rendered: Rendered): Promise<MailBody[]> {
  const isEdited = kind in MAIL_PAGES
  const texts = isEdited ? await introductionsOf(shop.shop, kind as keyof typeof MAIL_PAGES) : {}
  const cases = isEdited ? Object.keys(texts) : ['text']
  const mails: MailBody[] = []
  for (const which of cases)
    for (const isPickup of [false, true]) {
      const context = await longOrder(shop, texts, which, isPickup)
      mails.push(rendered(textOf(kind, context)))
      mails.push(rendered(giftCardOrderText(kind, { ...context, row: { ...context.row, is_gift_card: 1 } })))
    }
  return mails
}

async function longOrder(shop: TestShop, texts: Introductions, which: string, isPickup: boolean) {
  const context = await sampleOrder(shop.shop, { texts, which, isPickup })
  const [item] = context.order.orderItems
  const lots = [{ code: '261127-A', roastedOn: '2026-11-27', qty: 2 }]
  const refund = {
    _id: 'refund',
    isItemized: true,
    to: 'paypal',
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
    unreviewed: [{ id: '0123456789abcdefghjkmn', name: COFFEE }],
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
      tracking: {
        number: '9400100000000000000000',
        url: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000',
      },
    },
  }
}

async function eventMails(shop: TestShop, kind: EventMail, rendered: Rendered): Promise<MailBody[]> {
  const texts = await introductionsOf(shop.shop, kind)
  const mails: MailBody[] = []
  for (const which of Object.keys(texts)) {
    const context = await sampleSignup(shop.shop, { texts, which })
    const link = `${ORIGIN}/events/0123456789abcdefghjkmn`
    mails.push(
      rendered(eventText(kind, { ...context, inbox: INBOX, link, cancelLink: `${link}/cancel#${TOKEN}` })),
    )
  }
  return mails
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
