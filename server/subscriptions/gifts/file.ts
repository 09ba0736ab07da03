/** A gift subscription as a page to print and hand over, with a QR code of the receiver's page. */
import type { Business } from '#shared/platform/business.ts'
import { frequencyText } from '#shared/platform/subscriptions.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { unseal } from '#server/checkout/gift-cards/codes.ts'
import { drawGift } from '#server/checkout/gift-cards/draw-card.ts'
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

function draw({ gift, code, link, business }: Printed): Promise<Buffer> {
  const { deliveries, weeks, coffee, recipient_name: to, sender_name: from, note } = gift
  const { roasters, place } = business
  const [page] = link.split('#')
  const how =
    gift.recipient_email === ''
      ? `Scan the square, or open ${page} and enter the code, to see when the next coffee comes, to change the grind or the address, or to skip a delivery.`
      : `Scan the square, or open ${page} and enter the code. Tell us where the coffee should go and when the first one should come. You need no account, and nothing is ever charged to you.`
  return drawGift({
    title: `Coffee for ${to}`,
    drawing: 'moka',
    to,
    from,
    note,
    label: 'DELIVERIES',
    large: String(deliveries),
    codeLabel: 'GIFT SUBSCRIPTION',
    code,
    link,
    terms: [
      how,
      `Coffee for ${to}, one delivery ${frequencyText(weeks).toLowerCase()}: ${coffee}. ${roasters}, ${place.street}, ${place.city}, ${place.state} ${place.postalCode}.`,
    ],
    whole: 'The page of the gift',
    business,
  })
}
