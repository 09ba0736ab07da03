/**
 * Draws a gift card on a sheet of US Letter: a poster with its label above a line to cut, and below it the code with a QR
 * code of the page that shows what is left. So the picture can hang on a wall without the code.
 */
import type { Business } from '#shared/platform/business.ts'
import { formatCode } from '#shared/checkout/gift-cards.ts'
import { shortDollars, toDollars } from '#shared/kernel/pricing.ts'
import type { GiftCardRow } from '#server/kernel/db/schema.ts'
import { PAGE, createPdf, type PdfWriter } from '#server/kernel/text/pdf.ts'
import { placeDrawing } from '#server/kernel/text/pdf-drawing.ts'
import { drawMark, markHeight } from '#server/kernel/text/pdf-mark.ts'
import { qrDrawing } from '#server/kernel/text/pdf-qr.ts'

type Printed = { card: GiftCardRow; code: string; link: string; business: Business }

/** In points: the frame, the mat between it and the picture, the line to cut, and the QR code. */
const FRAME = { x: 36, y: 36, width: PAGE.width - 72, height: 474 }
const MAT = 14
const RIGHT = FRAME.x + FRAME.width
const CUT = 538
const QR_SIZE = 104
const INK = '#000000'

export async function drawCard({ card, code, link, business }: Printed): Promise<Buffer> {
  const amount = shortDollars(toDollars(card.cents))
  const pdf = await createPdf(`Gift card of ${amount}`, [card, business])
  await drawPoster(pdf, card, amount, business)
  drawCut(pdf)
  await drawCode(pdf, { code, link, business, amount })
  return pdf.save()
}

async function drawPoster(pdf: PdfWriter, card: GiftCardRow, amount: string, business: Business) {
  const { x, y, width, height } = FRAME
  pdf.shape({ d: `M0 0H${width}V${height}H0z`, stroke: INK, width: 0.8 }, { x, y, scale: 1 })
  const tall = height - 2 * MAT
  const picture = { x: x + MAT, y: y + MAT, width: (tall * 4) / 5 }
  await placeDrawing(pdf, card.design, picture)
  const left = picture.x + picture.width + 20
  const column = RIGHT - MAT - left
  drawMark(pdf, pdf, business.mark, { x: left, y: picture.y, width: column })
  const bottom = picture.y + tall
  const size = Math.min(52, (52 * column) / pdf.widthOf(amount, 52, true))
  pdf.text('GIFT CARD', { x: left, y: bottom - size - 10, size: 10, isBold: true, spacing: 1.6 })
  pdf.text(amount, { x: left - size / 20, y: bottom - size * 0.12, size, isBold: true })
  const top = picture.y + markHeight(column) + 38
  drawPeople(pdf, card, { x: left, y: top, width: column, height: bottom - size - 34 - top })
}

type Area = { x: number; y: number; width: number; height: number }

/** The recipient, the sender and the note. Letters get smaller until all of it fits. */
function drawPeople(pdf: PdfWriter, card: GiftCardRow, { x, y, width, height }: Area): void {
  const { recipient_name: to, sender_name: from, note } = card
  const people = [to && `For ${to}`, from && from !== to && `From ${from}`].filter((line) => line !== '')
  const paragraphs = [...people.map(String), ...(note ? ['', ...note.split('\n')] : [])]
  const sizes = [13, 12, 11, 10, 9, 8, 7]
  const texts = [paragraphs, [...paragraphs.slice(0, people.length), note.replace(/\s+/g, ' ')]]
  const choices = texts.flatMap((text) => sizes.map((size) => ({ size, text })))
  const laidOut = choices.map(({ size, text }) => ({
    size,
    lines: text.flatMap((line) => pdf.wrap(line || ' ', width, size)),
  }))
  const { size, lines } =
    laidOut.find((each) => each.lines.length * each.size * LEADING <= height) ?? laidOut.at(-1)!
  for (const [index, line] of lines.entries()) pdf.text(line, { x, y: y + index * size * LEADING, size })
}

const LEADING = 1.35

function drawCut(pdf: PdfWriter): void {
  for (let x = 0; x < PAGE.width; x += 9) pdf.box(x, CUT, 4.5, 0.6)
  pdf.text('Cut here: the picture is for a wall, the code for a wallet.', {
    x: FRAME.x,
    y: CUT + 15,
    size: 9,
  })
}

type Code = { code: string; link: string; business: Business; amount: string }

async function drawCode(pdf: PdfWriter, { code, link, business, amount }: Code): Promise<void> {
  const top = CUT + 52
  const drawQr = await qrDrawing(link)
  drawQr(pdf, { x: RIGHT - QR_SIZE, y: top, size: QR_SIZE })
  const width = FRAME.width - QR_SIZE - 36
  const label = `GIFT CARD OF ${amount}`
  pdf.text(label, { x: FRAME.x, y: top + 9, size: 10, isBold: true, spacing: 1.6 })
  pdf.text(formatCode(code), { x: FRAME.x, y: top + 54, size: 33, isBold: true, spacing: 2 })
  const { roasters, place } = business
  const [page] = link.split('#')
  const texts = [
    `Enter the code at checkout under “Pay with a gift card”, or show it at the bar: ${place.street}, ${place.city}, ${place.state} ${place.postalCode}. What is left stays on the card. To see how much, scan the square or open ${page}.`,
    `The card never expires and costs no fees. Keep the code to yourself: anyone who has it can spend the card. ${roasters}.`,
    ...(pdf.isWhole() ? [] : ['Some signs cannot be printed here. The email with the card shows them.']),
  ]
  let y = top + 86
  for (const text of texts) {
    for (const line of pdf.wrap(text, y > top + QR_SIZE + 8 ? FRAME.width : width, 11)) {
      pdf.text(line, { x: FRAME.x, y, size: 11 })
      y += 15
    }
    y += 6
  }
}
