/** Every kind of mail with long names, long links and texts of people that contain addresses. */
import { EVENT_MAILS, type EventMail } from '#shared/platform/mails/events.ts'
import type { EditedMail, MailKind } from '#shared/platform/mails/kinds.ts'
import { isMailOf } from '#shared/platform/mails/parts.ts'
import type { PartId } from '#shared/platform/parts.ts'
import { ORDER_MAILS, type OrderMail } from '#shared/platform/mails/orders.ts'
import type { SignInChange } from '#server/platform/outbox/row.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import { guestOf } from '#test/guests.ts'
import { placed } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { accountOrderMails } from '../kinds/account-order.testing.ts'
import { OWNER_KINDS, ownerContent, type OwnerMail } from '../kinds/accounts.ts'
import { eventContent } from '../kinds/events.ts'
import { existingAccount, finishAccount, staffInvitation } from '../kinds/guests.ts'
import { introductionsOf } from '../kinds/introduction.ts'
import { orderContent } from '../kinds/orders.ts'
import { sampleOrder, sampleSignup } from '../kinds/samples.ts'
import { renderMail, type MailBody, type MailContent } from '../kinds/template.ts'
import { rhythmMails, wholesaleMails } from '../kinds/wholesale.testing.ts'
import { webhookOffMail } from '../kinds/webhook-off.ts'
import { answerMailFor, mailFor } from '../messages/message-mail.ts'
import { serviceChanged } from '../kinds/service-changed.ts'
import {
  COFFEE,
  composed,
  each,
  INBOX,
  LINK,
  mailsOfParts,
  NAME,
  NOW,
  ORIGIN,
  TOKEN,
  WRITTEN,
  type Has,
} from './mails-of-parts.testing.ts'
import { testMail } from './test-mail.ts'

/**
 * All mails by kind; several of a kind if it has several cases.
 * @param without a part of the shop that is off. The mails that only this part sends are left out
 */
export async function everyMail(
  shop: TestShop,
  without?: PartId,
): Promise<Partial<Record<MailKind | 'test', MailBody[]>>> {
  const has: Has = (part) => part !== without
  const mails = { ...(await mailsOf(shop, has)), ...(await mailsOfParts(shop, has)) }
  return Object.fromEntries(Object.entries(mails).filter(([kind]) => !without || !isMailOf(without, kind)))
}

async function mailsOf(shop: TestShop, has: Has) {
  const business = await businessOf(shop.shop)
  const rendered = (all: MailContent[]) => Promise.all(all.map((content) => renderMail(shop.shop, content)))
  const about = { number: '4GX-7QM', items: [{ title: COFFEE, qty: 2 }] }
  const asked = { kind: 'contact', message: WRITTEN, problem: null, createdAt: NOW } as const
  const recall = { name: NAME, text: `Dear {name},\n\n{coffees}\n\n${WRITTEN}`, coffees: [COFFEE, COFFEE] }
  return {
    message: [
      mailFor({ ...MESSAGE, kind: 'contact' }, ORIGIN, business, about),
      mailFor({ ...MESSAGE, kind: 'wholesale' }, ORIGIN, business),
    ],
    answer: [answerMailFor(asked, WRITTEN, ORIGIN, business)],
    ...(await each<OrderMail>(ORDER_MAILS, async (kind) => rendered(await orderMails(shop, kind, has)))),
    ...(await each<OwnerMail>(OWNER_KINDS, (kind) =>
      rendered(
        changesOf(kind).map((change) =>
          ownerContent(kind, { ...ACCOUNT, change, hasSubscriptions: has('subscriptions') }),
        ),
      ),
    )),
    'account-finish': await rendered(
      [finishAccount, existingAccount].map((write) => write({ name: NAME, link: LINK })),
    ),
    'guest-links': [await guestLinks(shop)],
    'express-failed': [
      await composed(shop, 'express-failed', { unplaced: { name: NAME, problem: 'Guji is out of stock' } }),
    ],
    ...(await each<EventMail>(EVENT_MAILS, async (kind) => rendered(await eventMails(shop, kind)))),
    'staff-invite': await rendered([
      staffInvitation({
        by: NAME,
        role: 'packer',
        hasPickup: has('pickup'),
        link: LINK,
        inbox: INBOX,
        business,
      }),
    ]),
    ...(await wholesaleMails(shop.shop)),
    ...(await rhythmMails(shop.shop)),
    'wholesale-order': await rendered(accountOrderMails({ origin: ORIGIN, name: NAME, written: WRITTEN })),
    recall: [await composed(shop, 'recall', { recall })],
    'webhook-off': await rendered([webhookOffMail({ reason: NAME, link: LINK })]),
    'service-changed': await rendered([
      serviceChanged({ by: NAME, email: INBOX, what: 'PayPal: connected' }),
    ]),
    test: [await testMail(shop.shop, { email: 'owner@example.com' })],
  }
}

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

async function orderMails(shop: TestShop, kind: OrderMail, has: Has): Promise<MailContent[]> {
  const texts =
    'edited' in ORDER_MAILS[kind] ? await introductionsOf(shop.shop, kind as EditedMail) : { text: '' }
  const mails: MailContent[] = []
  for (const which of Object.keys(texts))
    for (const isPickup of [false, true]) {
      if (!has('pickup') && (isPickup || which === 'pickup')) continue
      const context = await longOrder(shop, { kind, texts, which, isPickup }, has)
      mails.push(orderContent(kind, context))
      if (has('giftCards'))
        mails.push(orderContent(kind, { ...context, row: { ...context.row, is_gift_card: 1 } }))
    }
  return mails
}

const CARD = { method: 'google_pay', brand: 'American Express', lastDigits: '1234' } as const

async function longOrder(shop: TestShop, sample: Parameters<typeof sampleOrder>[1], has: Has) {
  const context = await sampleOrder(shop.shop, sample)
  const [item] = context.order.orderItems
  const lots = has('roastery') ? [{ code: '261127-A', roastedOn: '2026-11-27', qty: 2 }] : []
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
      gift_card_cents: has('giftCards') ? 500 : 0,
    },
    order: {
      ...context.order,
      orderItems: [{ ...item!, name: COFFEE, lots }],
      isPaid: true,
      paymentMethod: has('giftCards') ? 'Gift card and Google Pay' : 'Google Pay',
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

/** The words of the links of a mail. */
export function linkWords({ html }: MailBody): string[] {
  return [...html.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, words = '']) => words)
}
