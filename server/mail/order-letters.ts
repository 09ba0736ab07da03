/** What is said of an order, letter by letter, from the order as it stands when the letter is sent. */
import type { Order } from '#shared/api/orders.ts'
import { brand } from '#shared/brand.ts'
import { formatDate } from '#shared/dates.ts'
import { formatCents, toCents } from '#shared/pricing.ts'
import type { OrderRow } from '../db/schema.ts'
import type { OrderMail } from '../outbox/order-mail.ts'
import { billOfRefund } from './refund-bill.ts'
import { bill, button, facts, oneLine, words, type Letter, type Part } from './template.ts'

type OrderNews = {
  row: OrderRow
  order: Order
  /** Where the shop is found. */
  origin: string
  /** Where the house reads its mail. */
  inbox: string
  /** No money moves here. */
  isTrial: boolean
  /** Of a refund. */
  cents: number
  /** Null in a letter about anything else, and in one that was written before letters named their refund. */
  refund: Order['refunds'][number] | null
}

export function orderLetter(kind: OrderMail, news: OrderNews): Letter {
  return LETTERS[kind](news)
}

const LETTERS: Record<OrderMail, (news: OrderNews) => Letter> = {
  'order-received': (news) => ({
    preview: `Pay by ${formatDate(news.row.reserved_until, 'dayTimeAndZone')} and it is yours.`,
    title: 'We have your order',
    parts: [
      hello(news),
      words(
        `Your order has reached us. It is not paid yet: we keep the goods for you until ${formatDate(news.row.reserved_until, 'dayTimeAndZone')}, and then they go back on the shelf.`,
      ),
      button('See and pay your order', orderAddress(news)),
      ...whatAndWhere(news),
      words(
        'Once it is paid, we pack it within one working day and send it by USPS ground, which takes 3 to 5 days. If you have paid meanwhile, another letter says so.',
      ),
      howToReachUs(news),
    ],
    why: WHY,
  }),

  'order-paid': (news) => ({
    preview: `${total(news)} has arrived. We pack it within one working day.`,
    title: 'Thank you, it is paid',
    parts: [
      hello(news),
      words(
        `Your payment of ${total(news)} has arrived. We pack your order within one working day and send it by USPS ground; from there it takes 3 to 5 days. A letter with the tracking number follows when it leaves.`,
      ),
      ...trial(news),
      button('See your order', orderAddress(news)),
      ...whatAndWhere(news),
      howToReachUs(news),
    ],
    why: WHY,
  }),

  'order-to-ship': (news) => ({
    preview: `${total(news)}, to ${news.row.city}, ${news.row.ship_state}.`,
    title: 'New order to ship',
    parts: [
      words(`${oneLine(news.row.buyer_name)} has paid ${total(news)}. It wants to be packed and sent.`),
      ...trial(news),
      button('Open the order', orderAddress(news)),
      facts([['Buyer', `${oneLine(news.row.buyer_name)}\n${news.row.buyer_email}`]]),
      ...whatAndWhere(news),
    ],
    why: 'The shop writes this to the house when an order is paid.',
  }),

  'order-shipped': (news) => ({
    preview: 'By USPS ground; it should be with you in 3 to 5 days.',
    title: 'It is on its way',
    parts: [
      hello(news),
      words(
        `Your order has left the house by ${oneLine(news.row.shipping_service)}, and should be with you in 3 to 5 days.`,
      ),
      news.order.tracking?.url
        ? button('Follow the parcel', news.order.tracking.url)
        : button('See your order', orderAddress(news)),
      facts([
        ['Order', `No. ${news.row.id}\n${orderAddress(news)}`],
        ['Tracking', news.order.tracking?.number ?? ''],
      ]),
      ...whatAndWhere(news).slice(1),
      howToReachUs(news),
    ],
    why: WHY,
  }),

  'order-delivered': (news) => ({
    preview: 'Is everything as it should be?',
    title: 'It has arrived',
    parts: [
      hello(news),
      words(
        'Your order has been delivered. We hope that it tastes as it should. If something is damaged, wrong or missing, tell us at once, and keep what came.',
      ),
      button('See your order', orderAddress(news)),
      ...whatAndWhere(news),
      howToReachUs(news),
    ],
    why: WHY,
  }),

  'order-cancelled': (news) => closed(news, 'Your order is cancelled', 'Your order has been cancelled.'),

  'order-expired': (news) =>
    closed(
      news,
      'The time to pay ran out',
      `We kept the goods for you until ${formatDate(news.row.reserved_until, 'dayTimeAndZone')}; your order was not paid by then, so it is closed.`,
    ),

  // Says nothing of whose doing it was: PayPal may have decided it in a dispute.
  'order-refunded': (news) => ({
    preview: `${formatCents(news.cents)} goes back to you by PayPal.`,
    title: 'Your money goes back',
    parts: [
      hello(news),
      words(
        isWhole(news)
          ? `Your order is refunded: all ${total(news)} goes back the way it came, by PayPal.`
          : `${formatCents(news.cents)} of the ${total(news)} that you paid goes back to you the way it came, by PayPal.`,
      ),
      ...(news.refund ? billOfRefund(news.refund, news.order) : []),
      words('When it shows on your account is up to PayPal and your bank; as a rule it takes a few days.'),
      ...trial(news),
      button('See your order', orderAddress(news)),
      ...whatAndWhere(news),
      howToReachUs(news),
    ],
    why: WHY,
  }),
}

const WHY = 'You have this letter because you ordered from our shop. It is about this order alone.'

function closed(news: OrderNews, title: string, what: string): Letter {
  const charged = owesMoney(news)
    ? 'A payment came in that does not fit this order. None of it stays with us: it goes back to you by PayPal.'
    : 'Nothing has been charged.'
  return {
    preview: charged,
    title,
    parts: [
      hello(news),
      words(`${what} ${charged} The goods are back on the shelf.`),
      words('If you still want them, the page of the order puts them back into your cart.'),
      button('See your order', orderAddress(news)),
      ...whatAndWhere(news),
      howToReachUs(news),
    ],
    why: WHY,
  }
}

/** Money may have come in for an order that takes none. */
function owesMoney({ order: { dueBack, refunds } }: OrderNews): boolean {
  return dueBack.length > 0 || refunds.some(({ state }) => state !== 'failed')
}

function hello({ row }: OrderNews): Part {
  return words(`Hello ${oneLine(row.buyer_name)},`)
}

/** The number of the order, what is in it, and where it goes. */
function whatAndWhere({ row, order }: OrderNews): Part[] {
  const goods = order.orderItems.map(
    ({ qty, name, size, price }) =>
      [
        `${qty} × ${oneLine(name)}${size === null ? '' : `, ${size} g`}`,
        formatCents(qty * toCents(price)),
      ] as const,
  )
  const sums = [
    ['Shipping', formatCents(row.shipping_cents)],
    ['Tax', formatCents(row.tax_cents)],
  ] as const
  const { buyer_name: name, address, address2, city, ship_state: state, postal_code: zip } = row
  const where = [name, address, address2, `${city}, ${state} ${zip}`].map(oneLine).filter(Boolean)
  return [
    facts([['Order', `No. ${row.id}`]]),
    bill(goods, sums, ['Total', formatCents(row.total_cents)]),
    facts([['Ship to', where.join('\n')]]),
  ]
}

function howToReachUs({ inbox }: OrderNews): Part {
  return words(
    `A question? Answer this letter, or write to ${inbox}. Somebody is at the bar ${brand.hours.map(({ spoken }) => spoken).join(', and ')}.`,
  )
}

function trial({ isTrial }: OrderNews): Part[] {
  return isTrial ? [words('This shop is being tried out: no money has moved.')] : []
}

function orderAddress({ origin, row }: OrderNews): string {
  return `${origin}/order/${row.id}`
}

function total({ row }: OrderNews): string {
  return formatCents(row.total_cents)
}

function isWhole({ row, cents }: OrderNews): boolean {
  return cents >= row.total_cents
}
