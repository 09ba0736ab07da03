/**
 * The gift cards sold in the last days, in the shop and at the bar. A gift card counts as a sale only when it is spent
 * (decisions/062-gift-cards.md), so Today shows these amounts separately.
 */
import type { AdminSales } from '#shared/backoffice/api/admin.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { Shop } from '#server/platform/shop.ts'
import { daysAfter, startOf } from '#server/kernel/time/shop-days.ts'
import { PERIOD_DAYS } from './sales-by-day.ts'

/** The amounts of today, of 7 days and of 30 days, in dollars. Later refunds are not subtracted. */
export async function giftCardsSold({ db, clock }: Shop): Promise<AdminSales['giftCards']> {
  const today = dayOf(clock.now())
  const from = (days: number) => startOf(daysAfter(today, 1 - days))
  const [bought, atBar] = await Promise.all([
    db
      .selectFrom('orders')
      .select(['paid_at as at', 'total_cents as cents'])
      .where('paid_at', '>=', from(PERIOD_DAYS))
      .where('is_gift_card', '=', 1)
      .execute(),
    db
      .selectFrom('gift_card_moves')
      .select(['at', 'cents'])
      .where('kind', '=', 'sold')
      .where('at', '>=', from(PERIOD_DAYS))
      .execute(),
  ])
  const since = (days: number) =>
    toDollars([...bought, ...atBar].reduce((sum, { at, cents }) => sum + (at! >= from(days) ? cents : 0), 0))
  return { today: since(1), week: since(7), month: since(PERIOD_DAYS) }
}
