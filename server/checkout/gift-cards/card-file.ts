/** A gift card as a PDF, for who may print it. */
import type { GiftCardRow } from '#server/kernel/db/schema.ts'
import { Refusal, conflict, notFound } from '#server/kernel/errors.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { unseal, balanceLink } from './codes.ts'
import { drawCard } from './draw-card.ts'
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
  const content = await drawCard({ card, code, link, business: await businessOf(shop) })
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
