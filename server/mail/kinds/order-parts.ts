/** Parts of the mails about an order: the greeting, the goods with their sums, dates, and how to reach the shop. */
import type { Order } from '#shared/checkout/api/orders.ts'
import { TENDER_NAMES } from '#shared/checkout/tenders.ts'
import { paymentText, restPaidWith } from '#shared/checkout/payment-text.ts'
import type { BrewGuide } from '#shared/content/api/brew-guides.ts'
import { addressLine, type Business } from '#shared/platform/business.ts'
import { openingHoursText, type BarHours } from '#shared/platform/hours.ts'
import type { PartStates } from '#shared/platform/parts.ts'
import { pickupText } from '#shared/platform/pickup.ts'
import { promiseText } from '#shared/platform/delivery.ts'
import { rangeText } from '#shared/kernel/days.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { discountRow } from '#shared/platform/discount-text.ts'
import { formatCents, formatDollars, toCents } from '#shared/kernel/pricing.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import type { OrderRow } from '#server/kernel/db/schema.ts'
import type { Introductions } from './introduction.ts'
import { bill, button, facts, oneLine, type MailContent, type Part } from './template.ts'

/** What mails show of an order. */
type MailedOrder = Pick<
  Order,
  | 'number'
  | 'recipient'
  | 'isReplacement'
  | 'replaces'
  | 'delivery'
  | 'pickup'
  | 'tracking'
  | 'parcel'
  | 'parcels'
  | 'refunds'
  | 'dueBack'
  | 'discount'
  | 'discountLabel'
  | 'isPaid'
  | 'paymentMethod'
  | 'paidWith'
  | 'tendered'
  | 'state'
  | 'awaitsBags'
> & { orderItems: MailedLine[] }

type MailedLine = Pick<
  Order['orderItems'][number],
  'line' | 'qty' | 'price' | 'name' | 'picture' | 'size' | 'sizeLabel' | 'grind' | 'lots' | 'coffee'
> &
  // Invented orders of previews have none.
  Partial<Pick<Order['orderItems'][number], 'category'>>

export type OrderContext = {
  /** The parts of the shop: a mail links to no page of a part that offers nothing new. */
  parts: PartStates
  /** The introductions by case; empty in mails that have none. */
  texts: Introductions
  business: Business
  /** The opening hours. */
  bar: BarHours
  row: Pick<
    OrderRow,
    | 'buyer_name'
    | 'buyer_email'
    | 'is_gift_card'
    | 'gift_card_cents'
    | 'address'
    | 'address2'
    | 'city'
    | 'ship_state'
    | 'postal_code'
    | 'recipient'
    | 'gift_note'
    | 'is_pickup'
    | 'is_taken'
    | 'paid_at'
    | 'shipping_service'
    | 'shipping_cents'
    | 'tax_cents'
    | 'total_cents'
    | 'reserved_until'
    | 'ready_at'
    | 'kept_until'
  >
  order: MailedOrder
  /** The base URL of the shop, without a trailing slash. */
  origin: string
  /** The URL of the order’s page. For a guest it gives access to the order. */
  link: string
  /** The shop's mail address. */
  inbox: string
  /** True with PayPal's sandbox, where no money moves. */
  isTrial: boolean
  /** The amount of the refund in cents; 0 in other mails. */
  cents: number
  /** Null in other mails, and in mails queued before the outbox stored the refund. */
  refund: Order['refunds'][number] | null
  /** What was promised before, and the owner’s sentence, in the mail about a new date; null in other mails. */
  moved: { before: string; message: string } | null
  /** Today at the shop: '2026-11-27'. */
  today: string
  /** The brew guides of the shop. */
  guides: readonly Pick<BrewGuide, 'name' | 'slug' | 'fits'>[]
  /** The products that the request for reviews is about; empty in other mails. */
  unreviewed: { id: string; slug: string; name: string }[]
}

/** Instead of the dates, if the order has none. */
export const NO_DATE = 'We write to you with the day on which it ships.'
/** Why the buyer gets the mail. */
export const WHY = 'You get this email because you ordered from our shop. It is only about this order.'

/** 'order', or 'replacement for order No. 4GX-7QM'. */
export function nameOf({ order: { isReplacement, replaces } }: OrderContext): string {
  if (!isReplacement) return 'order'
  return replaces ? `replacement for order No. ${replaces.number}` : 'replacement'
}

/** The order number, the items with their sums, the payment, and the address: the recipient's, or the bar's for a pickup. */
export function orderDetails(context: OrderContext): Part[] {
  const { number } = context.order
  const rows = [...paidWith(context), ...destination(context)]
  return [facts([['Order', `No. ${number}`]]), orderBill(context), ...(rows.length > 0 ? [facts(rows)] : [])]
}

/** The same without number and address. */
export function paidBill(context: OrderContext): Part[] {
  const rows = paidWith(context)
  return [orderBill(context), ...(rows.length > 0 ? [facts(rows)] : [])]
}

function orderBill({ row, order, origin }: OrderContext): Part {
  const goods = order.orderItems.map(
    ({ qty, price, picture, ...line }) =>
      [
        `${qty} × ${oneLine(lineTitle(line))}`,
        formatCents(qty * toCents(price)),
        picture ? origin + picture.src : undefined,
      ] as const,
  )
  const discount = discountRow(order)
  const tax = ['Tax', formatCents(row.tax_cents)] as const
  const sent = [row.is_pickup ? 'Pickup' : 'Shipping', formatCents(row.shipping_cents)] as const
  const shipping = row.is_taken ? [tax] : [sent, tax]
  const sums = [...(discount ? [discount] : []), ...(row.is_gift_card ? [] : shipping)]
  return bill(goods, sums, ['Total', formatCents(row.total_cents)])
}

type Row = readonly [label: string, value: string | { words: string; url: string }]

/** Where the order goes, and what the packing slip says. Nothing for an order without a parcel. */
function destination(context: OrderContext): Row[] {
  const { row, order } = context
  if (row.is_gift_card) return []
  const { address, address2, city, ship_state: state, postal_code: zip, gift_note: note } = row
  const where = [order.recipient, address, address2, `${city}, ${state} ${zip}`].map(oneLine).filter(Boolean)
  return [
    row.is_pickup ? ['Pick up at', barText(context)] : ['Ship to', where.join('\n')],
    ['Gift', note === null ? '' : giftText(note)],
  ]
}

/** With what the order is paid, and how much of it gift cards pay. Nothing about an order without them that is not paid. */
function paidWith({ row, order }: OrderContext): Row[] {
  const { gift_card_cents: cents, total_cents: price } = row
  const isPaid = order.isPaid && !order.isReplacement
  if (order.tendered.length > 0)
    return [
      ['Gift card', cents > 0 ? formatCents(cents) : ''],
      ...order.tendered.map(({ kind, amount }): Row => [TENDER_NAMES[kind], formatDollars(amount)]),
    ]
  if (cents === 0) return isPaid ? [['Paid with', oneLine(paymentText(order))]] : []
  const rest = isPaid ? oneLine(restPaidWith(order)) : 'Left to pay'
  return [
    ['Gift card', formatCents(cents)],
    [rest, cents < price ? formatCents(price - cents) : ''],
  ]
}

/** The tracking of the order, or of each of its parcels with the goods in it. */
export function trackingRows({ order }: OrderContext): Row[] {
  const { parcels, orderItems, tracking } = order
  if (parcels.length === 0) return [['Tracking', tracking?.number ?? '']]
  return parcels.flatMap(({ number, goods, tracking: own }): Row[] => {
    const contents = goods.flatMap(({ line, qty }) => {
      const item = orderItems.find((each) => each.line === line)
      return item ? [`${qty} × ${oneLine(lineTitle(item))}`] : []
    })
    const label = `Parcel ${number} of ${parcels.length}`
    return [
      [
        label,
        own?.url ? { words: own.number || 'Follow the parcel', url: own.url } : own?.number || 'No tracking',
      ],
      ['In it', contents.join('\n')],
    ]
  })
}

/** The roast date and the lot of each coffee whose bags are packed, with the page of the lot. Empty for other goods. */
export function roastDates({ order, origin }: OrderContext): Part[] {
  const links = order.orderItems.flatMap(({ name, lots }) =>
    lots.map(({ code, roastedOn }) => ({
      words: `${oneLine(name)}: ${formatDate(roastedOn, 'day')}, lot ${code}`,
      url: `${origin}/lots/${code}`,
    })),
  )
  const once = new Map(links.map((link) => [link.words, link]))
  return links.length > 0 ? [facts([['Roasted', [...once.values()]]])] : []
}

/** The lines about a gift: that the packing slip has no prices, and the note. */
function giftText(note: string): string {
  const lines = note.split('\n').map(oneLine)
  return ['The packing slip has no prices.', ...(note ? ['Note:', ...lines] : [])].join('\n')
}

/** The bar, its address and its opening hours. */
function barText({ business: { roasters, place }, bar }: OrderContext): string {
  return `${roasters}\n${addressLine(place)}\n${openingHoursText(bar.week)}`
}

/**
 * 'It roasts Thu, Nov 26, ships Fri, Nov 27, arrives …': the dates that the order was promised; for an order for
 * pickup, the day and hours.
 */
export function promise({ order: { delivery, pickup }, business }: OrderContext): string | null {
  if (pickup) return `${pickupText(pickup, business.place)}.`
  // The mail may be read on another day, so the text has no 'tomorrow'.
  return delivery && `It ${promiseText(delivery, null)}.`
}

/** 'Mon, Nov 30 – Wed, Dec 2', or the usual time if the order has no promised dates. */
export function arrival({ order: { delivery } }: OrderContext): string {
  return delivery ? rangeText(delivery.arrivesFrom, delivery.arrivesTo) : 'in 3 to 5 days'
}

/**
 * The mail to the shop that an order is paid, or that a replacement was created.
 * @param what the first paragraph: who gets what, and what to do
 */
export function mailToShop(
  context: OrderContext,
  { preview, title, what }: { preview: string; title: string; what: string },
): MailContent {
  const { buyer_name: name, buyer_email: email } = context.row
  return {
    preview,
    title,
    parts: [
      what,
      ...sandboxNotice(context),
      button('Open the order', context.link),
      facts([
        ['Buyer', `${oneLine(name)}\n${email}`],
        ['Promised', promise(context) ?? ''],
      ]),
      ...orderDetails(context),
    ],
    why: 'The shop sends you this email when an order is paid.',
  }
}

/** Who gets the parcel: 'you', or the recipient's name. */
export function receiver({ row: { recipient } }: OrderContext): string {
  return recipient === null ? 'you' : oneLine(recipient)
}

/** How to reach the shop. */
export function contactPart({ inbox, bar }: OrderContext): Part {
  return `Questions? Answer this email, or write to ${inbox}. We are at the bar ${openingHoursText(bar.week)}.`
}

/** With PayPal's sandbox, says that no money has moved. */
export function sandboxNotice({ isTrial }: OrderContext): Part[] {
  return isTrial ? ['This shop is being tried out: no money has moved.'] : []
}

/** The total of the order, such as `$24.19`. */
export function total({ row }: OrderContext): string {
  return formatCents(row.total_cents)
}

/** Whether the refund that the mail is about is the whole price. */
export function isWhole({ row, cents }: OrderContext): boolean {
  return cents >= row.total_cents
}

/** The lines of an itemized refund, for the mail about it. Empty for a refund without items. */
export function billOfRefund(
  refund: Order['refunds'][number],
  { orderItems }: Pick<MailedOrder, 'orderItems'>,
): Part[] {
  if (!refund.isItemized) return []
  const { goods, tax, shipping, goodwill } = refund.parts
  const items = refund.items.map(({ line, qty, amount }) => {
    const item = orderItems.find((each) => each.line === line)
    return [`${qty} × ${oneLine(item ? lineTitle(item) : '')}`, toCents(amount)] as const
  })
  // The last refund of an order is larger than the sum of its items if an earlier refund had no items: it refunds the
  // rest of the goods.
  const named = items.reduce((sum, [, cents]) => sum + cents, 0)
  const sums = [
    ['Other goods', toCents(goods) - named],
    ['Tax', toCents(tax)],
    ['Shipping', toCents(shipping)],
    [goodwill < 0 ? 'Goodwill given before' : 'Goodwill', toCents(goodwill)],
  ] as const
  const others = sums.filter(([, cents]) => cents !== 0)
  return [bill(items.map(toRow), others.map(toRow), toRow(['Refunded', toCents(refund.amount)]))]
}

function toRow([label, cents]: readonly [string, number]) {
  return [label, cents < 0 ? `−${formatCents(-cents)}` : formatCents(cents)] as const
}
