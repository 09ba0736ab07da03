/**
 * Draws the sticker of a bag. What the law requires comes first: the coffee, the net weight in the lower part of the
 * label, and the packer's name and place (21 CFR 101.3, 101.5 and 101.7; docs/running-the-shop.md). Then what the buyer
 * wants to know: roast date, days of best taste, lot, grind, origin, taste, and the QR code of the lot's page. If the texts do
 * not fit, letters get smaller, then the origin, these days and the taste are left out. In the last case, the name is cut off.
 */
import { bestDaysText, type BestDays } from '#shared/catalog/freshness.ts'
import { addressLine, type Business } from '#shared/platform/business.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { netWeightText } from '#shared/kernel/sizes.ts'
import { STICKERS, type StickerSheetId } from '#shared/platform/stickers.ts'
import type { PdfPen, PdfWriter } from '#server/kernel/text/pdf.ts'
import { drawMark, markHeight } from '#server/kernel/text/pdf-mark.ts'
import { qrDrawing } from '#server/kernel/text/pdf-qr.ts'

/** Sizes in points. `net`: capitals are at least 1/16, 1/8 or 3/16 inch high, by the size of the label (21 CFR 101.7(i)). */
type Look = {
  /** `beside`: all text is left of the QR code. `above`: the net weight is below it. `tall`: the name is above it. */
  place: 'beside' | 'above' | 'tall'
  pad: number
  qr: number
  name: number
  body: number
  net: number
  foot: number
}

const LOOKS: Readonly<Record<StickerSheetId, Look>> = {
  '5160': { place: 'beside', pad: 7, qr: 52, name: 10, body: 7, net: 8, foot: 5 },
  'roll-2.25x1.25': { place: 'beside', pad: 7, qr: 54, name: 10, body: 7, net: 8, foot: 5 },
  'roll-3x2': { place: 'above', pad: 10, qr: 64, name: 14, body: 9, net: 14, foot: 6.5 },
  '5163': { place: 'above', pad: 12, qr: 72, name: 17, body: 10, net: 21, foot: 7 },
  '5164': { place: 'tall', pad: 14, qr: 90, name: 24, body: 12.5, net: 21, foot: 8 },
  'roll-4x6': { place: 'tall', pad: 18, qr: 106, name: 34, body: 15, net: 24, foot: 10 },
}

const GAP = 7
/** The height of a line, and its baseline, for letters of size 1. */
const LEADING = 1.18
const BASELINE = 0.86

type Line = { text: string; size: number; isBold?: boolean }
type Bags = {
  name: string
  origin: string
  cupping_note: string
  code: string
  roasted_on: string
  grams: number
  grind: string
}
/** `best` is null if the roasting level of the coffee is not known. */
type Sticker = { bags: Bags; best: BestDays | null; business: Business; link: string }

/** Returns the function that draws a sticker of these bags. @param link of the lot's page */
export async function stickerDrawing(
  pdf: PdfWriter,
  sheet: StickerSheetId,
  sticker: Sticker,
): Promise<(pen: PdfPen) => void> {
  const look = LOOKS[sheet]
  const { width, height } = STICKERS[sheet].label
  const drawQr = await qrDrawing(sticker.link)
  const whole = width - 2 * look.pad
  const column = whole - look.qr - GAP
  const below = look.place === 'beside' ? column : whole
  // Not higher than the two lines of the packer, and below the net weight.
  const tall = 1.6 * look.foot * LEADING
  const mark = { width: tall / markHeight(1), height: tall }
  const bottom = bottomLines(pdf, look, sticker, { width: below, beside: below - mark.width - GAP })
  const room = height - 2 * look.pad - heightOf(bottom) - GAP / 2
  const { head, facts } = fitting(pdf, { look, sticker, whole, column, room })
  const bottomTop = height - look.pad - heightOf(bottom)
  const qrTop = look.place === 'tall' ? bottomTop - GAP - look.qr : look.pad
  return (pen) => {
    const headEnd = write(pen, head, look.pad, look.pad)
    write(pen, facts, look.pad, look.place === 'tall' ? Math.max(headEnd, qrTop) : headEnd)
    write(pen, bottom, look.pad, bottomTop)
    const corner = { x: look.pad + below - mark.width, y: height - look.pad - mark.height }
    drawMark(pen, pdf, sticker.business.mark, { ...corner, width: mark.width })
    drawQr(pen, { x: width - look.pad - look.qr, y: qrTop, size: look.qr })
  }
}

/** Writes lines below each other. Returns where the next one begins. */
function write(pen: PdfPen, lines: readonly Line[], x: number, top: number): number {
  let y = top
  for (const { text, size, isBold = false } of lines) {
    pen.text(text, { x, y: y + size * BASELINE, size, isBold })
    y += size * LEADING
  }
  return y
}

function heightOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { size }) => sum + size * LEADING, 0)
}

/** The net weight, and the packer's name and place. @param room in points: for the net weight, and beside the logo */
function bottomLines(
  pdf: PdfWriter,
  look: Look,
  { bags, business }: Sticker,
  { width, beside }: { width: number; beside: number },
): Line[] {
  const packer = [business.coffeeRoasters, addressLine(business.place)]
  const foot = packer.flatMap((text) => pdf.wrap(text, beside, look.foot))
  const net = netWeightText(bags.grams)
  const size = Math.min(look.net, (look.net * width) / pdf.widthOf(net, look.net, true))
  return [{ text: net, size, isBold: true }, ...foot.map((text) => ({ text, size: look.foot }))]
}

type Space = { look: Look; sticker: Sticker; whole: number; column: number; room: number }
/** `hasWholeWords`: no word of the name is split. */
type Texts = { head: Line[]; facts: Line[]; hasWholeWords: boolean }

/** The layouts from the best to the last choice: how much smaller the letters are, and what is left out. */
const CHOICES = [
  ...[1, 0.9, 0.8].map((scale) => ({ scale, more: 3 })),
  ...[1, 0.9, 0.8].map((scale) => ({ scale, more: 2 })),
  ...[1, 0.9, 0.8].map((scale) => ({ scale, more: 1 })),
  ...[1, 0.9, 0.8, 0.7, 0.6, 0.5].map((scale) => ({ scale, more: 0 })),
]

/** The texts above the net weight, in the best layout that fits. If possible, no word of the name is split. */
function fitting(pdf: PdfWriter, space: Space): Texts {
  const all = CHOICES.map((choice) => textsOf(pdf, space, choice))
  const fits = all.filter((texts) => isRoomFor(texts, space))
  const best = fits.find(({ hasWholeWords }) => hasWholeWords) ?? fits[0]
  if (best) return best
  const texts = all.at(-1)!
  while (texts.head.length > 1 && !isRoomFor(texts, space)) texts.head.pop()
  const last = texts.head.at(-1)!
  return { ...texts, head: [...texts.head.slice(0, -1), { ...last, text: `${last.text.slice(0, -1)}…` }] }
}

function isRoomFor({ head, facts }: Texts, { look, room }: Space): boolean {
  const beside = Math.max(heightOf(facts), look.qr + GAP / 2)
  return heightOf(head) + (look.place === 'tall' ? beside : heightOf(facts)) <= room
}

/** @param more 3: with origin, days of best taste and taste. 2: without the origin. 1: with taste only. 0: with none of them */
function textsOf(
  pdf: PdfWriter,
  { look, sticker: { bags, best }, whole, column }: Space,
  { scale, more }: { scale: number; more: number },
): Texts {
  const width = look.place === 'tall' ? whole : column
  const nameSize = look.name * scale
  // The letters of the other texts shrink less than those of the name.
  const size = (look.body * (1 + scale)) / 2
  const lines = (text: string, wide: number): Line[] =>
    text === '' ? [] : pdf.wrap(text, wide, size).map((line) => ({ text: line, size }))
  const name = pdf.wrap(bags.name, width, nameSize, true)
  const words = bags.name.split(/\s+/)
  const batch = [`Lot ${bags.code}`, bags.grind]
  const roasted = `Roasted ${formatDate(bags.roasted_on, 'shortDay')}`
  const fresh = best && more > 1 ? [`Best ${bestDaysText(best)}`] : []
  const facts = [roasted, ...fresh, ...(look.place === 'beside' ? [batch.join(', ')] : batch)]
  return {
    head: [
      ...name.map((text) => ({ text, size: nameSize, isBold: true })),
      ...(more > 2 ? lines(bags.origin, width) : []),
      ...(more > 0 ? lines(bags.cupping_note, width) : []),
    ],
    facts: facts.flatMap((text) => lines(text, column)),
    hasWholeWords: words.every((word) => pdf.widthOf(word, nameSize, true) <= width),
  }
}
