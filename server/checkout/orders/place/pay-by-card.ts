/** Gift cards in the placement of an order. */
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import { formatCents, toCents, toDollars, type Totals } from '#shared/kernel/pricing.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { OrderRow } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { describeSpending, holdCards, planSpending, sumOf, type Spending } from '../../gift-cards/spend.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { whenPaid } from './become-paid.ts'
import { note } from '../orders.ts'

type Wanted = Pick<PlaceOrder, 'giftCards' | 'giftCardPrice'>

/**
 * What the gift cards of a request pay. Throws 404 and 429 for wrong codes, and 409 for a card that cannot pay, or if the
 * cards pay another amount than the buyer saw.
 * @param ip the client address of the request
 */
export async function spendingOf(
  shop: Shop,
  ip: string,
  { giftCards = [], giftCardPrice: shown }: Wanted,
  { totalCents }: Totals,
): Promise<Spending> {
  if (giftCards.length === 0) return []
  const spending = await planSpending(shop, ip, giftCards, totalCents)
  const cents = sumOf(spending)
  if (shown !== undefined && toCents(Number(shown)) !== cents)
    throw conflict(`Your gift cards now pay ${formatCents(cents)}. Please check the rest`, {
      code: 'gift-card',
      giftCardPrice: toDollars(cents),
    })
  return spending
}

/** Throws 409 if the cards pay all of an order that must save a payment method at PayPal. */
export function requirePaypal(spending: Spending, { totalCents }: Totals): void {
  if (sumOf(spending) < totalCents) return
  const message =
    'The first delivery of a subscription must be paid with PayPal at least in part, to save PayPal for the next ones'
  throw conflict(`${message}. Remove a gift card`, { code: 'gift-card' })
}

/**
 * The columns of a new order that depend on its gift cards. If they pay all of it, the order is paid as soon as it is
 * placed.
 */
export function columnsOfCards(shop: Pick<Shop, 'clock'>, spending: Spending, { totalCents }: Totals) {
  const cents = sumOf(spending)
  const isCovered = cents === totalCents
  return {
    gift_card_cents: cents,
    state: isCovered ? ('paid' as const) : ('pending' as const),
    paid_at: isCovered ? isoNow(shop.clock) : null,
    payment_method: isCovered ? 'Gift card' : cents > 0 ? 'Gift card and PayPal' : 'PayPal',
  }
}

/** The steps that hold the money of the cards, after the order is inserted. A covered order takes it at once. */
export function cardSteps(shop: Shop, order: OrderRow, spending: Spending): Step[] {
  if (spending.length === 0) return []
  const text = `Held ${describeSpending(spending)}`
  return [
    ...holdCards(shop, order, spending),
    { query: note(shop.db, shop, order.id, order.buyer_name, text) },
    ...(order.paid_at === null ? [] : whenPaid(shop, order, 'Gift card')),
  ]
}
