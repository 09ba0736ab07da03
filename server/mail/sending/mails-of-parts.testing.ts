/** The mails about things that a part of the shop makes, for every-mail.testing.ts, and the long texts of all mails. */
import type { MailKind, SubscriptionMail } from '#shared/platform/mails/kinds.ts'
import type { PartId } from '#shared/platform/parts.ts'
import { soldCard } from '#server/checkout/gift-cards/gift-cards.testing.ts'
import { waitingMail, type About } from '#server/platform/outbox/row.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import { roasts } from '#server/platform/settings/parts.ts'
import { toSubscription } from '#server/subscriptions/read.ts'
import { boughtGift, claimed } from '#server/subscriptions/gifts/gifts.testing.ts'
import { offerSubscriptions, subscribed } from '#server/subscriptions/subscriptions.testing.ts'
import { guestOf } from '#test/guests.ts'
import { placed } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { newsletterBody } from '../kinds/newsletter.ts'
import { SUBSCRIPTION_KINDS, subscriptionContent } from '../kinds/subscriptions.ts'
import { renderMail, type MailBody } from '../kinds/template.ts'
import { compose } from './compose.ts'
import { invoiceMails } from './invoice-mails.testing.ts'

export const ORIGIN = 'https://frame.example'
export const TOKEN = `${'t'.repeat(60)}.${'T'.repeat(43)}`
export const LINK = `${ORIGIN}/order/0123456789abcdefghjkmn#${TOKEN}`
export const NAME = 'Wolfeschlegelsteinhausenbergerdorff Featherstonehaugh'
export const COFFEE = 'Donaudampfschifffahrtsgesellschaftskapitänsmischungsröstung'
export const WRITTEN = `See https://www.example.com/a/very/long/path/${'x'.repeat(200)}?with=query. Or answer.`
export const INBOX = 'a.very.long.address.of.the.shop@roasters-with-a-long-name.example'

const LONG = { name: NAME, coffee: COFFEE, written: WRITTEN }

export const NOW = '2026-11-27T15:00:00.000Z'

/** The parts of the shop that an order of the mails has something of. */
export type Has = (part: PartId) => boolean

/** The mails for which something must be made first, which a part that is off refuses. */
export async function mailsOfParts(shop: TestShop, has: Has) {
  const product = await shop.sell({ name: COFFEE })
  return {
    ...(has('subscriptions') ? { ...(await subscriptionMails(shop)), ...(await giftMails(shop)) } : {}),
    ...(has('wholesale')
      ? await invoiceMails(shop, LONG, (kind, invoice) => composed(shop, kind, { invoice }))
      : {}),
    ...(has('giftCards') ? { 'gift-card': [await giftCard(shop)] } : {}),
    newsletter: [await newsletterBody(shop.shop, { ...NEWSLETTER, blocks: blocksWith(product) }, TOKEN)],
    ...(await requested(shop, has)),
    'stock-back': [await composed(shop, 'stock-back', { news: { product } })],
  }
}

async function subscriptionMails(shop: TestShop) {
  const context = await subscriptionContext(shop)
  return each<SubscriptionMail>(SUBSCRIPTION_KINDS, async (kind) => [
    await renderMail(shop.shop, subscriptionContent(kind, context)),
  ])
}

/** The mails of each of these kinds. */
export async function each<Kind extends string>(
  kinds: Record<Kind, unknown>,
  mailsOf: (kind: Kind) => Promise<MailBody[]>,
): Promise<Record<Kind, MailBody[]>> {
  const mails: [string, MailBody[]][] = []
  for (const kind of Object.keys(kinds) as Kind[]) mails.push([kind, await mailsOf(kind)])
  return Object.fromEntries(mails) as Record<Kind, MailBody[]>
}

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
async function requested(shop: TestShop, has: Has) {
  const email = 'asks@example.com'
  const visitor = shop.visitor()
  const gone = await shop.sell({ name: COFFEE, stock: 0 })
  const here = await shop.sell({ name: COFFEE, stock: 5 })
  const answers = [
    ...(has('newsletters') ? [await visitor.post('/api/newsletter', { email, source: 'footer' })] : []),
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
    ...(has('newsletters') ? { 'newsletter-confirm': await stored('newsletter-confirm') } : {}),
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
    roasts: await roasts(shop.shop),
  }
}

export async function composed(
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
