/** A gift subscription as a page to print and hand over, with a QR code of the receiver's page. */
import { formatCode } from '#shared/checkout/gift-cards.ts'
import type { Business } from '#shared/platform/business.ts'
import { frequencyText } from '#shared/platform/subscriptions.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { createPdf, PAGE, type PdfWriter } from '#server/kernel/text/pdf.ts'
import { drawMark } from '#server/kernel/text/pdf-mark.ts'
import { qrDrawing } from '#server/kernel/text/pdf-qr.ts'
import { unseal } from '#server/checkout/gift-cards/codes.ts'
import { findOrder } from '#server/checkout/orders/read/order.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { giftOfOrder, type GiftRow } from './find.ts'
import { giftLink } from './read.ts'

/** The page as a PDF. Throws 404 for another buyer's order, and 409 if it is not paid, or its code can no longer be read. */
export async function giftFile(shop: Shop, user: Buyer, orderId: string): Promise<Download> {
  const order = await findOrder(shop, user, orderId)
  const gift = await giftOfOrder(shop.db, order.id)
  if (user._id !== null && user._id !== order.user_id && !user.isAdmin) throw notFound('Gift subscription')
  if (gift.begun_at === null) throw conflict('The gift can be printed once it is paid')
  const code = await unseal(shop, gift)
  if (code === null) throw conflict('The link of this gift can no longer be printed. Please write to us')
  const business = await businessOf(shop)
  const content = await draw({ gift, code, link: giftLink(originOf(shop.config), code), business })
  return { name: `gift-subscription-${order.number}.pdf`, content }
}

type Printed = { gift: GiftRow; code: string; link: string; business: Business }

/** In points. */
const LEFT = PAGE.margin
const RIGHT = PAGE.width - PAGE.margin
const QR_SIZE = 132
const TEXT_WIDTH = RIGHT - LEFT - QR_SIZE - 36

async function draw({ gift, code, link, business }: Printed): Promise<Buffer> {
  const pdf = await createPdf(`Coffee for ${gift.recipient_name}`, [gift, business])
  drawMark(pdf, pdf, business.mark, { x: LEFT, y: LEFT, width: 100 })
  pdf.text('Gift subscription', { x: RIGHT, y: 84, size: 18, isBold: true, align: 'right' })
  pdf.rule(100)
  const drawQr = await qrDrawing(link)
  drawQr(pdf, { x: RIGHT - QR_SIZE, y: 118, size: QR_SIZE })
  let y = 158
  for (const line of pdf.wrap(`Coffee for ${gift.recipient_name}`, TEXT_WIDTH, 32, true)) {
    pdf.text(line, { x: LEFT, y, size: 32, isBold: true })
    y += 38
  }
  const words = [
    `From ${gift.sender_name}`,
    '',
    ...(gift.note === '' ? [] : [...gift.note.split('\n'), '']),
    `${gift.deliveries} deliveries of freshly roasted coffee, one ${frequencyText(gift.weeks).toLowerCase()}: ${gift.coffee}.`,
  ]
  for (const line of words.flatMap((text) => pdf.wrap(text || ' ', TEXT_WIDTH, 14))) {
    pdf.text(line, { x: LEFT, y, size: 14 })
    y += 20
  }
  drawTerms(pdf, { gift, code, link, business }, Math.max(y + 12, 118 + QR_SIZE + 40))
  return pdf.save()
}

function drawTerms(pdf: PdfWriter, { gift, code, link, business }: Printed, top: number): void {
  pdf.rule(top - 14)
  const [page] = link.split('#')
  const { roasters, place } = business
  const first =
    gift.recipient_email === ''
      ? `Scan the square, or open ${page} and enter the code, to see when the next coffee comes, to change the grind or the address, or to skip a delivery.`
      : `Scan the square, or open ${page} and enter the code. Tell us where the coffee should go and when the first one should come. You need no account, and nothing is ever charged to you.`
  const text = [
    first,
    `Code: ${formatCode(code)}`,
    `${roasters}, ${place.street}, ${place.city}, ${place.state} ${place.postalCode}`,
    ...(pdf.isWhole() ? [] : ['Some signs cannot be printed here. The page of the gift shows them.']),
  ]
  const lines = text.flatMap((paragraph) => [...pdf.wrap(paragraph, RIGHT - LEFT, 12), ''])
  for (const [index, line] of lines.entries())
    if (line) pdf.text(line, { x: LEFT, y: top + 8 + index * 17, size: 12 })
}
