/** The invoice of a paid order, as a PDF: what was bought, paid and refunded. */
import { TENDER_WAYS, isTender } from '#shared/checkout/tenders.ts'
import { buysSubscription, paysInvoices } from '#shared/checkout/gift-cards.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { restPaidWith } from '#shared/checkout/payment-text.ts'
import type { Business } from '#shared/platform/business.ts'
import { discountRow, subtotalOf } from '#shared/platform/discount-text.ts'
import { isAtPaypal, sourceText } from '#shared/platform/pay-methods.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents, formatDollars, formatRate, toCents } from '#shared/kernel/pricing.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import { readCardOf } from '../../gift-cards/find-cards.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import {
  columns,
  finish,
  headings,
  LINE,
  RIGHT,
  row,
  startSheet,
  sums,
  tableEnd,
  tableHead,
  textLines,
  type Cell,
  type Sheet,
} from '#server/kernel/text/sheet.ts'
import { getOrder } from './order.ts'

/**
 * Returns the invoice as a PDF file. Throws 404 for an order of another buyer, and 409 for an unpaid order or a
 * replacement.
 */
export async function invoiceFile(shop: Shop, buyer: Buyer, id: string): Promise<Download> {
  const order = await getOrder(shop, buyer, id)
  if (order.isReplacement) throw conflict('A replacement has no invoice, because it costs nothing')
  if (paysInvoices(order)) throw conflict('This order pays an invoice. The invoice has its own paper')
  if (!order.isPaid) throw conflict('There is an invoice once the order is paid')
  const business = await businessOf(shop)
  const destination = order.isGiftCard ? await cardHolderOf(shop, order) : destinationOf(order, business)
  const isTrial = shop.providers.payments.mode === 'sandbox'
  const content = await draw(order, { business, destination, isTrial })
  return { name: `invoice-${order.number}.pdf`, content }
}

/** Who gets the goods, under a heading. */
type Destination = { title: string; lines: string[] }

type Issued = { business: Business; destination: Destination; isTrial: boolean }

/** In points: the right edges of the columns Quantity and Price, and the width of the column Item. */
const QTY = 400
const PRICE = 470
const ITEM_WIDTH = 310

async function draw(order: Order, { business, destination, isTrial }: Issued): Promise<Buffer> {
  const about = {
    title: `Invoice for order No. ${order.number}`,
    heading: 'Invoice',
    foot: `Order No. ${order.number}`,
    mark: business.mark,
  }
  const sheet = await startSheet(about, [order, business])
  drawHead(sheet, order, business, destination)
  drawItems(sheet, order)
  drawSums(sheet, order)
  drawPayments(sheet, order, isTrial)
  return finish(sheet, 'Some signs cannot be printed here. The page of the order shows them.')
}

function drawHead(sheet: Sheet, order: Order, business: Business, destination: Destination): void {
  const { street, city, state, postalCode } = business.place
  columns(
    sheet,
    [business.coffeeRoasters, street, `${city}, ${state} ${postalCode}`, business.contactEmail],
    [
      `Order No. ${order.number}`,
      `Ordered ${formatDate(order.createdAt, 'day')}`,
      `Paid ${formatDate(order.paidAt!, 'day')}`,
    ],
  )
  sheet.y += LINE
  headings(sheet, 'Billed to', destination.title)
  columns(sheet, [order.user.name, order.user.email], destination.lines)
  sheet.y += LINE
}

/** The recipient and the address; for an order that is picked up, the bar. */
function destinationOf(
  { isPickup, recipient, user, shippingAddress }: Order,
  business: Business,
): Destination {
  const { address, address2, city, state, postalCode } = shippingAddress
  const name = isPickup ? business.roasters : recipient || user.name
  return {
    title: isPickup ? 'Picked up at' : 'Shipped to',
    lines: [name, address, address2, `${city}, ${state} ${postalCode}`],
  }
}

/** The person for whom a gift card was bought: it is mailed or printed, and not shipped. */
async function cardHolderOf(shop: Shop, order: Order): Promise<Destination> {
  const isSubscription = buysSubscription(order)
  const card = await readCardOf(shop, order._id, isSubscription ? 1 : 0)
  const lines = [card.recipient_name, card.recipient_email]
  return { title: isSubscription ? 'Gift subscription for' : 'Gift card for', lines }
}

const cells = (qty: string, price: string, amount: string): Cell[] => [
  [qty, QTY],
  [price, PRICE],
  [amount, RIGHT],
]

function drawItems(sheet: Sheet, { orderItems }: Order): void {
  tableHead(sheet, 'Item', cells('Quantity', 'Price', 'Amount'))
  for (const { qty, price, ...item } of orderItems) {
    const name = sheet.pdf.wrap(lineTitle(item), ITEM_WIDTH, 11)
    sheet.room(name.length * LINE)
    const amount = formatCents(toCents(price) * qty)
    row(sheet, name, cells(String(qty), formatDollars(price), amount))
  }
  tableEnd(sheet)
}

function drawSums(sheet: Sheet, order: Order): void {
  const refunded = completedOf(order).reduce((sum, { amount }) => sum + toCents(amount), 0)
  const discount = discountRow(order)
  const all: [name: string, amount: string, isBold?: boolean][] = [
    ['Items', formatDollars(subtotalOf(order))],
    ...(discount ? [discount] : []),
    ...(order.isGiftCard ? [] : shippingAndTax(order)),
    ['Total', formatDollars(order.totalPrice), true],
  ]
  if (refunded > 0) {
    all.push(['Refunded', `−${formatCents(refunded)}`])
    all.push(['Total after refunds', formatCents(toCents(order.totalPrice) - refunded), true])
  }
  sums(sheet, PRICE, all)
}

/** A gift card has neither. */
function shippingAndTax({
  isPickup,
  shippingPrice,
  taxPrice,
  taxRate,
  shippingAddress,
}: Order): [name: string, amount: string][] {
  const rate = `, ${shippingAddress.state} ${formatRate({ thousandths: taxRate * 1000 })}`
  return [
    [isPickup ? 'Pickup' : 'Shipping', formatDollars(shippingPrice)],
    [`Sales tax${taxPrice > 0 ? rate : ''}`, formatDollars(taxPrice)],
  ]
}

/** The payment from each source, and every refund of the order's price, with its items. */
function drawPayments(sheet: Sheet, order: Order, isTrial: boolean): void {
  const lines = [
    ...paymentsOf(order),
    ...completedOf(order).map((refund) => {
      const way = refundWay(refund)
      const day = formatDate(refund.refundedAt ?? refund.askedAt, 'day')
      return `Refunded ${formatDollars(refund.amount)} ${way} on ${day}${partsOf(refund, order)}.`
    }),
    ...(isTrial ? ['This shop is being tried out: no money has moved.'] : []),
  ]
  textLines(sheet, lines)
}

function refundWay({ to, paidWith }: Refund): string {
  if (isTender(to)) return TENDER_WAYS[to]
  if (to === 'gift-card') return 'to the gift card'
  return isAtPaypal(paidWith) ? 'with PayPal' : `to ${sourceText(paidWith)}`
}

/** What gift cards and what another method paid; a source that paid nothing is left out. */
function paymentsOf(order: Order): string[] {
  const { paymentResult, paidAt, totalPrice, giftCardPrice, tendered } = order
  const day = formatDate(paidAt!, 'day')
  const byCard = toCents(giftCardPrice)
  const rest = toCents(totalPrice) - byCard
  const reference = paymentResult ? `, reference ${paymentResult.id}` : ''
  return [
    ...tendered.map(({ kind, amount }) => `Paid ${formatDollars(amount)} ${TENDER_WAYS[kind]} on ${day}.`),
    ...(rest > 0 && tendered.length === 0
      ? [`Paid ${formatCents(rest)} with ${restPaidWith(order)} on ${day}${reference}.`]
      : []),
    ...(byCard > 0 ? [`Paid ${formatCents(byCard)} by gift card on ${day}.`] : []),
  ]
}

type Refund = Order['refunds'][number]

function completedOf({ refunds }: Order): Refund[] {
  return refunds.filter(({ state, ofSale }) => state === 'completed' && ofSale)
}

/** ': 1 × Mug, tax $0.22, shipping $5.95'. Parts of $0.00 are left out. */
function partsOf({ items, parts }: Refund, { orderItems }: Order): string {
  const goods = items.map(({ line, qty }) => {
    const item = orderItems.find((each) => each.line === line)
    return `${qty} × ${item ? lineTitle(item) : ''}`
  })
  // A refund without items is split in proportion: its goods are an amount.
  const rest = items.length === 0 ? parts.goods : 0
  const amounts = [
    ['goods', rest],
    ['tax', parts.tax],
    ['shipping', parts.shipping],
    ['goodwill', parts.goodwill],
  ] as const
  const others = amounts.flatMap(([name, dollars]) =>
    dollars > 0 ? [`${name} ${formatDollars(dollars)}`] : [],
  )
  const all = [...goods, ...others].join(', ')
  return all && `: ${all}`
}
