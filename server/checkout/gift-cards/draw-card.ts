/**
 * Draws a gift on a sheet of US Letter: a poster with its label above a line to cut, and below it the code with a QR code.
 * So the picture can hang on a wall without the code.
 */
import type { Business } from '#shared/platform/business.ts'
import { formatCode } from '#shared/checkout/gift-cards.ts'
import { shortDollars, toDollars } from '#shared/kernel/pricing.ts'
import type { GiftCardRow } from '#server/kernel/db/schema.ts'
import { PAGE, createPdf, type PdfWriter } from '#server/kernel/text/pdf.ts'
import { placeDrawing } from '#server/kernel/text/pdf-drawing.ts'
import { drawMark, markHeight } from '#server/kernel/text/pdf-mark.ts'
import { qrDrawing } from '#server/kernel/text/pdf-qr.ts'

/** What is on the sheet. */
export type PrintedGift = {
  /** Of the document. */
  title: string
  /** A file in imagery/drawings, without `.svg`. */
  drawing: string
  to: string
  from: string
  note: string
  /** In large letters, under a label in capitals. */
  label: string
  large: string
  /** Above the code, in capitals. */
  codeLabel: string
  code: string
  /** In the QR code. */
  link: string
  /** Paragraphs below the code. */
  terms: readonly string[]
  /** Where signs are shown that cannot be printed. */
  whole: string
  business: Business
}

type Printed = { card: GiftCardRow; code: string; link: string; business: Business }

export function drawCard({ card, code, link, business }: Printed): Promise<Buffer> {
  const amount = shortDollars(toDollars(card.cents))
  const { roasters, place } = business
  const [page] = link.split('#')
  return drawGift({
    title: `Gift card of ${amount}`,
    drawing: card.design,
    to: card.recipient_name,
    from: card.sender_name,
    note: card.note,
    label: 'GIFT CARD',
    large: amount,
    codeLabel: `GIFT CARD OF ${amount}`,
    code,
    link,
    terms: [
      `Enter the code at checkout under “Pay with a gift card”, or show it at the bar: ${place.street}, ${place.city}, ${place.state} ${place.postalCode}. What is left stays on the card. To see how much, scan the square or open ${page}.`,
      `The card never expires and costs no fees. Keep the code to yourself: anyone who has it can spend the card. ${roasters}.`,
    ],
    whole: 'The email with the card',
    business,
  })
}

/** In points: the frame, the mat between it and the picture, the line to cut, and the QR code. */
const FRAME = { x: 36, y: 36, width: PAGE.width - 72, height: 474 }
const MAT = 14
const RIGHT = FRAME.x + FRAME.width
const CUT = 538
const QR_SIZE = 104
const INK = '#000000'

/** Draws any gift. */
export async function drawGift(gift: PrintedGift): Promise<Buffer> {
  const pdf = await createPdf(gift.title, gift)
  await drawPoster(pdf, gift)
  drawCut(pdf)
  await drawCode(pdf, gift)
  return pdf.save()
}

async function drawPoster(pdf: PdfWriter, gift: PrintedGift): Promise<void> {
  const { x, y, width, height } = FRAME
  pdf.shape({ d: `M0 0H${width}V${height}H0z`, stroke: INK, width: 0.8 }, { x, y, scale: 1 })
  const tall = height - 2 * MAT
  const picture = { x: x + MAT, y: y + MAT, width: (tall * 4) / 5 }
  await placeDrawing(pdf, gift.drawing, picture)
  const left = picture.x + picture.width + 20
  const column = RIGHT - MAT - left
  drawMark(pdf, pdf, gift.business.mark, { x: left, y: picture.y, width: column })
  const bottom = picture.y + tall
  const size = Math.min(52, (52 * column) / pdf.widthOf(gift.large, 52, true))
  pdf.text(gift.label, { x: left, y: bottom - size - 10, size: 10, isBold: true, spacing: 1.6 })
  pdf.text(gift.large, { x: left - size / 20, y: bottom - size * 0.12, size, isBold: true })
  const top = picture.y + markHeight(column) + 38
  drawPeople(pdf, gift, { x: left, y: top, width: column, height: bottom - size - 34 - top })
}

type Area = { x: number; y: number; width: number; height: number }

/** The recipient, the sender and the note. Letters get smaller until all of it fits. */
function drawPeople(pdf: PdfWriter, { to, from, note }: PrintedGift, area: Area): void {
  const { x, y, width, height } = area
  const people = [...(to ? [`For ${to}`] : []), ...(from && from !== to ? [`From ${from}`] : [])]
  const paragraphs = [...people, ...(note ? ['', ...note.split('\n')] : [])]
  const sizes = [13, 12, 11, 10, 9, 8, 7]
  const texts = [paragraphs, [...people, note.replace(/\s+/g, ' ')]]
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

async function drawCode(pdf: PdfWriter, { codeLabel, code, link, terms, whole }: PrintedGift): Promise<void> {
  const top = CUT + 52
  const drawQr = await qrDrawing(link)
  drawQr(pdf, { x: RIGHT - QR_SIZE, y: top, size: QR_SIZE })
  pdf.text(codeLabel, { x: FRAME.x, y: top + 9, size: 10, isBold: true, spacing: 1.6 })
  pdf.text(formatCode(code), { x: FRAME.x, y: top + 54, size: 33, isBold: true, spacing: 2 })
  const missing = pdf.isWhole() ? [] : [`Some signs cannot be printed here. ${whole} shows them.`]
  const laidOut = [11, 10, 9, 8].map((size) => ({
    size,
    lines: termLines(pdf, [...terms, ...missing], size),
  }))
  const fitting = laidOut.find((each) => each.lines.every(({ y }) => y <= LAST_LINE))
  const { size, lines } = fitting ?? laidOut.at(-1)!
  for (const { text, y } of lines) pdf.text(text, { x: FRAME.x, y, size })
}

type TermLine = { text: string; y: number }

/** Printers leave a margin. */
const LAST_LINE = PAGE.height - 36

/** The lines below the code, beside the QR code and below it. */
function termLines(pdf: PdfWriter, terms: readonly string[], size: number): TermLine[] {
  const beside = FRAME.width - QR_SIZE - 36
  const lines: TermLine[] = []
  let y = CUT + 138
  for (const term of terms) {
    for (const text of pdf.wrap(term, y > CUT + QR_SIZE + 60 ? FRAME.width : beside, size)) {
      lines.push({ text, y })
      y += size * LEADING
    }
    y += 6
  }
  return lines
}
