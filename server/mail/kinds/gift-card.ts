/** The mail with a gift card, written when it is sent. */
import { formatCode } from '#shared/checkout/gift-cards.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import type { GiftCardRow } from '#server/kernel/db/schema.ts'
import { unseal, balanceLink } from '#server/checkout/gift-cards/codes.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { TokenSource } from './mail-links.ts'
import {
  button,
  facts,
  headline,
  linkLine,
  oneLine,
  picturePart,
  quoted,
  type MailContent,
  type Part,
} from './template.ts'

/**
 * Returns the mail. Null if the card is blocked. While the mail is sent, throws if the code can no longer be read, so
 * that the mail is listed as failed and staff can replace the card.
 */
export async function aboutGiftCard(
  shop: Shop,
  id: string,
  tokenOf: TokenSource,
): Promise<MailContent | null> {
  const card = await shop.db.selectFrom('gift_cards').selectAll().where('id', '=', id).executeTakeFirst()
  if (!card || card.state !== 'active') return null
  const codeOf = async () => {
    const code = await unseal(shop, card)
    if (code === null) throw new Error('The code of this gift card cannot be read. Replace the card')
    return code
  }
  const origin = originOf(shop.config)
  // The stored copy of the mail must not contain the code, in either form.
  const shown = await tokenOf(async () => formatCode(await codeOf()))
  const link = balanceLink(origin, await tokenOf(codeOf))
  const picture = shop.pictureOf(`/pictures/${card.design}.jpg`)
  return {
    preview: `${formatCents(card.cents)} for coffee and everything else in our shop.`,
    title: card.sender_name ? `A gift card from ${oneLine(card.sender_name)}` : 'Your gift card',
    parts: [
      `Hello ${oneLine(card.recipient_name)},`,
      ...introduction(card),
      ...(picture ? [picturePart({ ...picture, src: origin + picture.src }, POSTER_WIDTH)] : []),
      facts([['Amount', formatCents(card.cents)]]),
      headline('Code', shown, 2),
      button('See and print your card', link),
      `Enter the code at checkout under “Pay with a gift card”, or show this email at the bar. You can spend it in parts: what is left stays on the card, and your card’s page shows it. It never expires and costs no fees.`,
      linkLine('Go to the shop', `${origin}/shop`),
      'Keep this email to yourself: anyone who has the code can spend the card.',
    ],
    why: 'You get this email because a gift card was bought for this address in our shop.',
  }
}

/** In pixels. */
const POSTER_WIDTH = 400

function introduction(card: GiftCardRow): Part[] {
  const from = oneLine(card.sender_name)
  const amount = formatCents(card.cents)
  const first = from ? `${from} sends you a gift card of ${amount}.` : `This is your gift card of ${amount}.`
  return [first, ...(card.note === '' ? [] : [quoted(card.note)])]
}
