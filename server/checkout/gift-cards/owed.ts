/** What gift cards still owe (desk page Parts). */
import { formatCents } from '#shared/kernel/pricing.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { isReal } from '#server/platform/invented.ts'
import { owedOf, type Owed } from '#server/platform/settings/parts.ts'

/**
 * The money on gift cards, also on blocked ones, the orders that may still buy one, and the unpaid orders that spend one.
 * Invented cards do not count, and neither does the money of gift subscriptions.
 * @param db may be a transaction
 */
export async function giftCardsOwed(db: Db): Promise<Owed[]> {
  const cards = db
    .selectFrom('gift_cards')
    .where('is_subscription', '=', 0)
    .where(isReal('gift_cards', 'gift_cards.id'))
  const { count, cents } = await cards
    .where('balance_cents', '>', 0)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('balance_cents').as('cents'),
    ])
    .executeTakeFirstOrThrow()
  const bought = await cards
    .where('state', '=', 'ordered')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const spent = await db
    .selectFrom('gift_card_uses')
    .innerJoin('gift_cards', 'gift_cards.id', 'gift_card_uses.card_id')
    .where('is_subscription', '=', 0)
    .where('gift_card_uses.state', '=', 'held')
    .select((eb) => eb.fn.count<number>('gift_card_uses.order_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  const sum = formatCents(cents ?? 0)
  return [
    ...owedOf(count, [`gift card with ${sum} left`, `gift cards with ${sum} left`], '/admin/gift-cards'),
    ...owedOf(
      bought.count,
      ['unpaid order of a gift card', 'unpaid orders of gift cards'],
      '/admin/orderlist?state=pending',
    ),
    ...owedOf(
      spent.count,
      ['unpaid order that a gift card pays for', 'unpaid orders that gift cards pay for'],
      '/admin/orderlist?state=pending',
    ),
  ]
}
