/** The invoice of a paid order, as a PDF: what was bought, paid and refunded. */
import { TENDER_WAYS, isTender } from '#shared/checkout/tenders.ts'
import { buysSubscription } from '#shared/checkout/gift-cards.ts'
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
import { PAGE, createPdf, type PdfWriter } from '#server/kernel/text/pdf.ts'
import { drawMark, markHeight } from '#server/kernel/text/pdf-mark.ts'
import { getOrder } from './order.ts'

/**
 * Returns the invoice as a PDF file. Throws 404 for an order of another buyer, and 409 for an unpaid order or a
 * replacement.
 */
export async function invoiceFile(shop: Shop, buyer: Buyer, id: string): Promise<Download> {
  const order = await getOrder(shop, buyer, id)
  if (order.isReplacement) throw conflict('A replacement has no invoice, because it costs nothing')
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

const LEFT = PAGE.margin
const RIGHT = PAGE.width - PAGE.margin
const MIDDLE = PAGE.width / 2
/** In points: the logo, the right edges of the columns Quantity and Price, and the width of the column Item. */
const MARK_WIDTH = 116
const QTY = 400
const PRICE = 470
const ITEM_WIDTH = 310
const LINE = 15
const BOTTOM = PAGE.height - 70

/** `y` is where the next line is written. `room` starts a new page if this one has fewer points left than `height`. */
type Sheet = { pdf: PdfWriter; y: number; room: (height: number) => void }

async function draw(order: Order, { business, destination, isTrial }: Issued): Promise<Buffer> {
  const pdf = await createPdf(`Invoice for order No. ${order.number}`, [order, business])
  const sheet = sheetOf(pdf, order)
  drawHead(sheet, order, business, destination)
  drawItems(sheet, order)
  drawSums(sheet, order)
  drawPayments(sheet, order, isTrial)
  if (!pdf.isWhole())
    drawLines(sheet, ['Some signs cannot be printed here. The page of the order shows them.'])
  return pdf.save()
}

function sheetOf(pdf: PdfWriter, { number }: Order): Sheet {
  let page = 1
  const foot = () =>
    pdf.text(`Order No. ${number}, page ${page}`, { x: RIGHT, y: PAGE.height - 40, size: 9, align: 'right' })
  foot()
  const sheet: Sheet = {
    pdf,
    y: LEFT,
    room(height) {
      if (sheet.y + height <= BOTTOM) return
      pdf.addPage()
      page++
      foot()
      sheet.y = LEFT + LINE
    },
  }
  return sheet
}

function drawHead(sheet: Sheet, order: Order, business: Business, destination: Destination): void {
  const { pdf } = sheet
  const { street, city, state, postalCode } = business.place
  drawMark(pdf, pdf, business.mark, { x: LEFT, y: LEFT, width: MARK_WIDTH })
  pdf.text('Invoice', { x: RIGHT, y: 72, size: 20, isBold: true, align: 'right' })
  sheet.y = LEFT + markHeight(MARK_WIDTH) + 30
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
  pdf.text('Billed to', { x: LEFT, y: sheet.y, isBold: true })
  pdf.text(destination.title, { x: MIDDLE, y: sheet.y, isBold: true })
  sheet.y += LINE
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

/** Two columns of lines, of which long ones are wrapped. */
function columns(sheet: Sheet, left: string[], right: string[]): void {
  const { pdf } = sheet
  const sides = [left, right].map((lines) =>
    lines.filter(Boolean).flatMap((line) => pdf.wrap(line, MIDDLE - LEFT - 20, 11)),
  )
  for (const [side, lines] of sides.entries())
    for (const [index, line] of lines.entries())
      pdf.text(line, { x: side === 0 ? LEFT : MIDDLE, y: sheet.y + index * LINE })
  sheet.y += Math.max(...sides.map(({ length }) => length)) * LINE
}

function drawItems(sheet: Sheet, { orderItems }: Order): void {
  const { pdf } = sheet
  row(sheet, { name: ['Item'], qty: 'Quantity', price: 'Price', amount: 'Amount' }, true)
  pdf.rule(sheet.y - 10)
  sheet.y += 4
  for (const { qty, price, ...item } of orderItems) {
    const name = pdf.wrap(lineTitle(item), ITEM_WIDTH, 11)
    sheet.room(name.length * LINE)
    const amount = formatCents(toCents(price) * qty)
    row(sheet, { name, qty: String(qty), price: formatDollars(price), amount })
  }
  pdf.rule(sheet.y - 8)
  sheet.y += 8
}

type Row = { name: string[]; qty: string; price: string; amount: string }

function row(sheet: Sheet, { name, qty, price, amount }: Row, isBold = false): void {
  const { pdf, y } = sheet
  for (const [index, line] of name.entries()) pdf.text(line, { x: LEFT, y: y + index * LINE, isBold })
  pdf.text(qty, { x: QTY, y, isBold, align: 'right' })
  pdf.text(price, { x: PRICE, y, isBold, align: 'right' })
  pdf.text(amount, { x: RIGHT, y, isBold, align: 'right' })
  sheet.y += name.length * LINE + 3
}

function drawSums(sheet: Sheet, order: Order): void {
  const refunded = completedOf(order).reduce((sum, { amount }) => sum + toCents(amount), 0)
  const discount = discountRow(order)
  const sums: [name: string, amount: string, isBold?: boolean][] = [
    ['Items', formatDollars(subtotalOf(order))],
    ...(discount ? [discount] : []),
    ...(order.isGiftCard ? [] : shippingAndTax(order)),
    ['Total', formatDollars(order.totalPrice), true],
  ]
  if (refunded > 0) {
    sums.push(['Refunded', `−${formatCents(refunded)}`])
    sums.push(['Total after refunds', formatCents(toCents(order.totalPrice) - refunded), true])
  }
  sheet.room(sums.length * LINE)
  for (const [name, amount, isBold = false] of sums) {
    sheet.pdf.text(name, { x: PRICE, y: sheet.y, isBold, align: 'right' })
    sheet.pdf.text(amount, { x: RIGHT, y: sheet.y, isBold, align: 'right' })
    sheet.y += LINE
  }
  sheet.y += LINE
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
  drawLines(sheet, lines)
}

function drawLines(sheet: Sheet, lines: readonly string[]): void {
  for (const line of lines.flatMap((text) => sheet.pdf.wrap(text, RIGHT - LEFT, 11))) {
    sheet.room(LINE)
    sheet.pdf.text(line, { x: LEFT, y: sheet.y })
    sheet.y += LINE
  }
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
