/** Writes the mail with a saved cart when it is sent, from the goods of that moment. */
import type { SavedLine } from '#shared/checkout/api/saved-carts.ts'
import { frequencyText, TASTE_NAMES } from '#shared/platform/subscriptions.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { linesOfToday } from '#server/checkout/saved-carts/goods.ts'
import { cartToken, findCart, goodsIn } from '#server/checkout/saved-carts/saved-carts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { button, oneLine, paragraph, type MailContent } from '../texts/template.ts'

/** Null if the cart was deleted since the mail was queued, as with the account of its address. */
export async function aboutSavedCart(
  shop: Shop,
  id: string,
  tokenOf: (create: () => Promise<string>) => Promise<string>,
): Promise<MailContent | null> {
  const row = await findCart(shop, id)
  if (!row) return null
  const lines = await linesOfToday(shop, goodsIn(row))
  const link = `${originOf(shop.config)}/cart/saved#${await tokenOf(() => cartToken(shop, id))}`
  return {
    preview: 'Open the link, and continue where you stopped.',
    title: 'Your cart',
    parts: [
      paragraph(
        row.kind === 'now'
          ? 'You asked us to mail you this cart.'
          : 'Yesterday you asked us to remind you of this cart.',
      ),
      ...lines.map((line) => paragraph(textOf(line))),
      button('Open this cart', link),
      paragraph(
        'The link works for 30 days and on any device. It shows the prices of the day on which you open it. Nothing is reserved for you.',
      ),
    ],
    why: 'You get this email because this address was entered in the cart of our shop. If that was not you, ignore it: we will not write again.',
  }
}

function textOf({ title, qty, subscribe, notes }: SavedLine): string {
  const frequency = subscribe
    ? [
        frequencyText(subscribe.weeks),
        subscribe.taste ? `roaster’s choice: ${TASTE_NAMES[subscribe.taste]}` : '',
      ]
    : []
  const below = [frequency.filter(Boolean).join(', '), notes.length > 0 ? `Now: ${notes.join('; ')}` : '']
  return [`${qty} × ${oneLine(title)}`, ...below.filter(Boolean)].join('\n')
}
