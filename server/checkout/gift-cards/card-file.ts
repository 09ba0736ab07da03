/** A gift card as a PDF to print, with its code and a QR code of the page that shows what is left. */
import type { Business } from '#shared/platform/business.ts'
import { formatCode } from '#shared/checkout/gift-cards.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import type { GiftCardRow } from '#server/kernel/db/schema.ts'
import { Refusal, conflict, notFound } from '#server/kernel/errors.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { PAGE, createPdf, type PdfWriter } from '#server/kernel/text/pdf.ts'
import { qrDrawing } from '#server/kernel/text/pdf-qr.ts'
import { unseal, balanceLink } from './codes.ts'
import { soldToday } from './sell-limit.ts'
import { recordCard } from './card-moves.ts'

/** The card as a PDF. Throws 409 if it is not paid, or blocked, or if its code can no longer be read. */
export async function cardFileOf(shop: Shop, card: GiftCardRow): Promise<Download> {
  if (card.state === 'ordered' || card.state === 'void')
    throw conflict('The gift card can be printed once it is paid')
  if (card.state !== 'active') throw conflict('This gift card is blocked. Please write to us')
  const code = await unseal(shop, card)
  if (code === null) throw conflict('The code of this gift card can no longer be printed. Replace the card')
  const link = balanceLink(originOf(shop.config), code)
  const content = await draw({ card, code, link, business: await businessOf(shop) })
  return { name: `gift-card-${card.last_four}.pdf`, content }
}

/**
 * The same for staff. A barista prints only the cards that she sold today, because a code is worth money. Who printed a card
 * is recorded. Throws 403 and 404.
 */
export async function cardFileForStaff(shop: Shop, staff: SignedIn, id: string): Promise<Download> {
  const card = await shop.db.selectFrom('gift_cards').selectAll().where('id', '=', id).executeTakeFirst()
  if (!card) throw notFound('Gift card')
  if (!staff.isAdmin && !(await soldToday(shop.db, shop, staff)).includes(id))
    throw new Refusal(403, 'You can print the cards that you sold today. Ask a manager for others')
  const file = await cardFileOf(shop, card)
  await recordCard(shop.db, shop, staff, card, 'Printed')
  return file
}

type Printed = { card: GiftCardRow; code: string; link: string; business: Business }

/** In points. */
const LEFT = PAGE.margin
const RIGHT = PAGE.width - PAGE.margin
const QR_SIZE = 132
const NOTE_WIDTH = RIGHT - LEFT - QR_SIZE - 36

async function draw({ card, code, link, business }: Printed): Promise<Buffer> {
  const pdf = await createPdf(`Gift card of ${formatCents(card.cents)}`, [card, business])
  pdf.text(business.coffeeRoasters, { x: LEFT, y: 84, size: 18, isBold: true })
  pdf.text('Gift card', { x: RIGHT, y: 84, size: 18, isBold: true, align: 'right' })
  pdf.rule(100)
  pdf.text(formatCents(card.cents), { x: LEFT, y: 158, size: 44, isBold: true })
  const drawQr = await qrDrawing(link)
  drawQr(pdf, { x: RIGHT - QR_SIZE, y: 118, size: QR_SIZE })
  pdf.text(formatCode(code), { x: LEFT, y: 196, size: 20, isBold: true })
  const below = drawPeople(pdf, card, 228)
  drawTerms(pdf, link, business, Math.max(below, 118 + QR_SIZE + 30))
  return pdf.save()
}

/** The recipient, the sender and the note. Returns where the next line is written. */
function drawPeople(pdf: PdfWriter, card: GiftCardRow, top: number): number {
  const { recipient_name: to, sender_name: from, note } = card
  const people = [to && `For ${to}`, from && from !== to && `From ${from}`].filter(
    (line) => line !== '' && line,
  )
  const lines = [...people, ...(note ? ['', ...note.split('\n')] : [])].flatMap((line) =>
    pdf.wrap(line || ' ', NOTE_WIDTH, 13),
  )
  for (const [index, line] of lines.entries()) pdf.text(line, { x: LEFT, y: top + index * 18, size: 13 })
  return top + lines.length * 18 + 12
}

function drawTerms(pdf: PdfWriter, link: string, { roasters, place }: Business, top: number): void {
  pdf.rule(top - 14)
  const [page] = link.split('#')
  const text = [
    `Enter the code at checkout under “Pay with a gift card”, or show this page at the bar. What is left stays on the card: scan the square, or see ${page}.`,
    'The card never expires and costs no fees. Keep the code to yourself: anyone who has it can spend the card.',
    `${roasters}, ${place.street}, ${place.city}, ${place.state} ${place.postalCode}`,
    ...(pdf.isWhole() ? [] : ['Some signs cannot be printed here. The email with the card shows them.']),
  ]
  const lines = text.flatMap((paragraph) => [...pdf.wrap(paragraph, RIGHT - LEFT, 11), ''])
  for (const [index, line] of lines.entries())
    if (line) pdf.text(line, { x: LEFT, y: top + 6 + index * 15, size: 11 })
}
