/**
 * Gift cards that pay an order. Their money leaves the balances when the order is placed, as its goods leave the stock.
 * It is taken when the order is paid, released when the order is closed unpaid, and returned by a refund.
 */
import { maskedCode } from '#shared/checkout/gift-cards.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { GiftCardRow, OrderRow, Tx, RefundRow } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { findByCode, heldBy } from './find-cards.ts'
import { credit, moveOf } from './card-moves.ts'

/** What each card pays of an order. */
export type Spending = { card: GiftCardRow; cents: number }[]

/**
 * What these cards pay of a total, in this order: each pays what it has, until nothing is left to pay. Throws 404 for an
 * unknown code, 409 for a card that cannot pay, and while this part of the shop is off, and 429 after too many wrong codes.
 * @param ip the client address of the request
 * @param exceptOrder an order whose held money is free
 */
export async function planSpending(
  shop: Shop,
  ip: string,
  codes: readonly string[],
  totalCents: number,
  exceptOrder?: string,
): Promise<Spending> {
  // Nothing is left on any card then.
  if ((await partOf(shop, 'giftCards')) === 'off')
    throw conflict('We no longer take gift cards', { code: 'gift-card' })
  const spending: Spending = []
  let left = totalCents
  for (const code of codes) {
    const found = await findByCode(shop, ip, code)
    const card = { ...found, balance_cents: found.balance_cents + (await heldBy(shop, found, exceptOrder)) }
    if (spending.some((each) => each.card.id === card.id)) continue
    requireUsable(card)
    const cents = Math.min(left, card.balance_cents)
    if (cents > 0) spending.push({ card, cents })
    left -= cents
  }
  return spending
}

export function sumOf(spending: Spending): number {
  return spending.reduce((sum, { cents }) => sum + cents, 0)
}

/** Throws 409 if the card cannot pay. */
export function requireUsable({ state, balance_cents: cents, last_four: lastFour }: GiftCardRow): void {
  const card = `Gift card ${maskedCode(lastFour)}`
  const problem = {
    ordered: 'is not paid yet',
    active: cents === 0 ? 'has nothing left' : null,
    frozen: 'cannot be used, because its payment is disputed. Please write to us',
    disabled: 'is blocked. Please write to us',
    void: 'was never paid',
  }[state]
  if (problem !== null) throw conflict(`${card} ${problem}`, { code: 'gift-card' })
}

/**
 * The steps that hold the money with the order, after the order is inserted. The cards are locked in the order of their
 * ids, and after all products, to prevent deadlocks.
 */
export function holdCards(
  shop: Shop,
  order: Pick<OrderRow, 'id' | 'buyer_name'>,
  spending: Spending,
): Step[] {
  return spending
    .toSorted((one, other) => (one.card.id < other.card.id ? -1 : 1))
    .flatMap(({ card, cents }) => [
      {
        query: shop.db
          .updateTable('gift_cards')
          .set((eb) => ({ balance_cents: eb('balance_cents', '-', cents) }))
          .where('id', '=', card.id)
          .where('state', '=', 'active')
          .where('balance_cents', '>=', cents),
        rows: 1,
      },
      {
        query: shop.db
          .insertInto('gift_card_uses')
          .values({ order_id: order.id, card_id: card.id, cents, state: 'held' }),
      },
      {
        query: shop.db.insertInto('gift_card_moves').values(
          moveOf(shop, {
            card_id: card.id,
            cents: -cents,
            kind: 'held',
            order_id: order.id,
            actor: order.buyer_name,
          }),
        ),
      },
    ])
}

/**
 * The steps that take the held money when the order is paid: a separate payment, so that refunds find their source.
 * None for an order without gift cards.
 */
export function takeCards(
  shop: Shop,
  { id, gift_card_cents: cents }: Pick<OrderRow, 'id' | 'gift_card_cents'>,
): Step[] {
  if (cents === 0) return []
  const now = isoNow(shop.clock)
  return [
    {
      query: shop.db
        .updateTable('gift_card_uses')
        .set({ state: 'taken' })
        .where('order_id', '=', id)
        .where('state', '=', 'held'),
    },
    {
      query: shop.db.insertInto('payments').values({
        id: newId(shop.clock),
        order_id: id,
        provider: 'gift-card',
        provider_order_id: null,
        state: 'completed',
        amount_cents: cents,
        currency: 'USD',
        create_request_id: `${id}-gift-card`,
        attempt: 1,
        capture_request_id: null,
        // A constraint of the table requires it.
        capture_id: id,
        payer_email: null,
        problem: null,
        captured_cents: cents,
        fee_cents: 0,
        captured_at: now,
        reread_at: null,
        created_at: now,
        updated_at: now,
      }),
    },
  ]
}

/** Gives held money back to its cards, once. Run it in the transaction that closes the order. */
export async function releaseCards(tx: Tx, shop: Shop, orderId: string): Promise<void> {
  const released = await tx
    .updateTable('gift_card_uses')
    .set({ state: 'released' })
    .where('order_id', '=', orderId)
    .where('state', '=', 'held')
    .returning(['card_id', 'cents'])
    .execute()
  for (const { card_id, cents } of released.toSorted((one, other) => (one.card_id < other.card_id ? -1 : 1)))
    await credit(tx, shop, { card_id, cents, kind: 'released', order_id: orderId, actor: 'The shop' })
}

/** What the cards pay, for the history of the order: `$25.00 by gift card •••• PQRS`. */
export function describeSpending(spending: Spending): string {
  return spending
    .map(({ card, cents }) => `${formatCents(cents)} by gift card ${maskedCode(card.last_four)}`)
    .join(', ')
}

/**
 * Returns the amount of a refund to the cards, the one that paid last first. No card gets more than it paid. The payments
 * of the order are locked.
 */
export async function returnToCards(
  tx: Tx,
  shop: Pick<Shop, 'clock'>,
  orderId: string,
  { id: refund_id, amount_cents, actor, reason }: RefundRow,
): Promise<{ lastFour: string; cents: number }[]> {
  const uses = await tx
    .selectFrom('gift_card_uses')
    .innerJoin('gift_cards', 'gift_cards.id', 'gift_card_uses.card_id')
    .select(['card_id', 'gift_card_uses.cents', 'returned_cents', 'last_four'])
    .where('gift_card_uses.order_id', '=', orderId)
    .where('gift_card_uses.state', '=', 'taken')
    .orderBy('card_id', 'desc')
    .execute()
  const returned: { lastFour: string; cents: number }[] = []
  let left = amount_cents
  for (const use of uses) {
    const cents = Math.min(left, use.cents - use.returned_cents)
    if (cents === 0) continue
    left -= cents
    await tx
      .updateTable('gift_card_uses')
      .set({ returned_cents: use.returned_cents + cents })
      .where('order_id', '=', orderId)
      .where('card_id', '=', use.card_id)
      .execute()
    const move = {
      card_id: use.card_id,
      cents,
      kind: 'refunded',
      order_id: orderId,
      refund_id,
      reason,
      actor,
    } as const
    await credit(tx, shop, move)
    returned.push({ lastFour: use.last_four, cents })
  }
  return returned
}
