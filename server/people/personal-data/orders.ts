/** The orders of an account, with their goods, payments, refunds and parcels, and what gift cards and codes paid. */
import { TENDER_NAMES, TENDER_WAYS, isTender } from '#shared/checkout/tenders.ts'
import type { ExpressionBuilder } from 'kysely'
import { METHOD_NAMES, paidWithText, sourceText } from '#shared/platform/pay-methods.ts'
import type { Schema } from '#server/kernel/db/schema.ts'
import { paidWithOf } from '#server/checkout/orders/read/paid-with.ts'
import {
  ADDRESS,
  BATCH,
  inPages,
  inDollars,
  ofAccount,
  withAddress,
  withFlags,
  type Entry,
  type Person,
  type Section,
} from './section.ts'

type Order = Awaited<ReturnType<typeof readOrders>>[number]

function readOrders({ shop: { db }, user }: Person, last: { id: string } | undefined) {
  return db
    .selectFrom('orders')
    .select(['id', 'number', 'created_at as placedAt', 'state', 'buyer_name as name', 'buyer_email as email'])
    .select(['recipient', ...ADDRESS, 'phone', 'gift_note as giftNote', 'is_pickup as isPickup'])
    .select(['discount_label as discount', 'items_cents as itemsTotal', 'shipping_cents as shipping'])
    .select(['tax_cents as tax', 'total_cents as total', 'gift_card_cents as paidByGiftCards'])
    .select(['refunded_cents as refunded', 'paid_at as paidAt', 'shipped_at as shippedAt'])
    .select(['delivered_at as deliveredAt', 'closed_at as closedAt'])
    .where('user_id', '=', user.id)
    .$if(last !== undefined, (query) => query.where('id', '>', last!.id))
    .orderBy('id')
    .limit(BATCH)
    .execute()
}

async function withDetails(person: Person, orders: Order[]): Promise<Entry[]> {
  const { db } = person.shop
  const ids = orders.map(({ id }) => id)
  const [lines, payments, refunds, history, parcels] = await Promise.all([
    db
      .selectFrom('order_lines')
      .select(['order_id', 'name', 'size_label as size', 'grind', 'qty as quantity'])
      .select(['price_cents as pricePerPiece', 'discount_cents as discount'])
      .where('order_id', 'in', ids)
      .orderBy('position')
      .execute(),
    paymentsOf(person, ids),
    db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select(['order_id', 'refunds.amount_cents as amount', 'refunds.state', 'reason'])
      .select('refunds.created_at as at')
      .select(['provider', 'capture_id', 'method', 'paid_with', 'card_brand', 'card_digits'])
      .where('order_id', 'in', ids)
      .orderBy('refunds.created_at')
      .execute(),
    db
      .selectFrom('order_history')
      .select(['order_id', 'at', 'event'])
      .where('order_id', 'in', ids)
      .orderBy('at')
      .execute(),
    db.selectFrom('shipments').select(['order_id', 'tracking_number']).where('order_id', 'in', ids).execute(),
  ])
  return orders.map(({ id, ...order }) => ({
    ...withFlags(withAddress(inDollars(order, ...AMOUNTS)), 'isPickup'),
    number: order.number ?? id,
    items: of(lines, id).map((line) => inDollars(line, 'pricePerPiece', 'discount')),
    payments: of(payments, id).map(toPayment),
    refunds: of(refunds, id).map(toRefund),
    trackingNumbers: of(parcels, id).map(({ tracking_number: number }) => number),
    history: of(history, id),
  }))
}

type PaymentRow = Awaited<ReturnType<typeof paymentsOf>>[number]

function toPayment(row: Omit<PaymentRow, 'order_id'>) {
  const { provider, account, state, amount, at, isAutomatic, method } = row
  const paidWith = paidWithOf(row)
  return {
    ...inDollars({ provider, account, state, amount, at }, 'amount'),
    method: nameOf(provider) ?? METHOD_NAMES[method],
    paidWith: paidWith && paidWithText(paidWith),
    isAutomatic: isAutomatic !== null,
  }
}

type RefundRow = Pick<
  PaymentRow,
  'provider' | 'capture_id' | 'method' | 'paid_with' | 'card_brand' | 'card_digits'
> & {
  amount: number
  state: string
  reason: string
  at: string
}

function toRefund(row: RefundRow) {
  const { amount, state, reason, at, provider } = row
  const card = provider === 'gift-card' ? 'your gift card' : sourceText(paidWithOf(row), 'your')
  const to = isTender(provider) ? `you ${TENDER_WAYS[provider]}` : card
  return { ...inDollars({ amount, state, reason, at }, 'amount'), to }
}

/** The name of money that was not paid at PayPal. */
function nameOf(provider: string): string | null {
  if (isTender(provider)) return TENDER_NAMES[provider]
  return provider === 'gift-card' ? 'Gift card' : null
}

function paymentsOf({ shop: { db } }: Person, orderIds: string[]) {
  return db
    .selectFrom('payments')
    .select(['order_id', 'provider', 'payer_email as account', 'state', 'amount_cents as amount'])
    .select((eb) => eb.fn.coalesce('captured_at', 'created_at').as('at'))
    .select('payment_method_id as isAutomatic')
    .select(['capture_id', 'method', 'paid_with', 'card_brand', 'card_digits'])
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .execute()
}

const AMOUNTS = ['itemsTotal', 'shipping', 'tax', 'total', 'paidByGiftCards', 'refunded'] as const

/** The rows of an order, without its id. */
function of<Row extends { order_id: string }>(rows: Row[], id: string): Omit<Row, 'order_id'>[] {
  return rows.filter((row) => row.order_id === id).map(({ order_id: _id, ...row }) => row)
}

const masked = (lastFour: string) => `•••• •••• •••• ${lastFour}`

export const ORDER_SECTIONS: Section[] = [
  {
    key: 'orders',
    title: 'Orders',
    read: (person) =>
      inPages<Order>(
        (last) => readOrders(person, last),
        (rows) => withDetails(person, rows),
      ),
  },
  ofAccount('discountCodesUsed', 'Discount codes used', async (db, user) => {
    const rows = await db
      .selectFrom('discount_uses')
      .innerJoin('discount_codes', 'discount_codes.id', 'discount_uses.code_id')
      .innerJoin('orders', 'orders.id', 'discount_uses.order_id')
      .select(['code', numberOf, 'saved_cents as saved', 'used_at as at'])
      .where('orders.user_id', '=', user)
      .orderBy('used_at')
      .execute()
    return rows.map((row) => inDollars(row, 'saved'))
  }),
  ofAccount('giftCardsBought', 'Gift cards bought', async (db, user) => {
    const rows = await db
      .selectFrom('gift_cards')
      .innerJoin('orders', 'orders.id', 'gift_cards.order_id')
      // Without the balance: it says what another person has spent.
      .select(['last_four as card', numberOf, 'gift_cards.cents as amount', 'gift_cards.state'])
      .select([
        'sender_name as from',
        'recipient_name as to',
        'recipient_email as toEmail',
        'gift_cards.note',
      ])
      .select(['send_on as sendOn', 'mailed_at as mailedAt', 'gift_cards.created_at as boughtAt'])
      .where('orders.user_id', '=', user)
      .where('is_subscription', '=', 0)
      .orderBy('gift_cards.created_at')
      .execute()
    return rows.map((row) => ({ ...inDollars(row, 'amount'), card: masked(row.card) }))
  }),
  ofAccount('giftSubscriptionsBought', 'Gift subscriptions bought', async (db, user) => {
    const rows = await db
      .selectFrom('gift_subscriptions as gift')
      .innerJoin('orders', 'orders.id', 'gift.order_id')
      // Without the address that the receiver entered.
      .select([numberOf, 'deliveries', 'weeks as everyWeeks', 'coffee', 'grind', 'share_cents as delivery'])
      .select(['sender_name as from', 'recipient_name as to', 'recipient_email as toEmail', 'note'])
      .select(['gift.address', 'gift.address2', 'gift.city', 'gift.ship_state as state'])
      .select(['gift.postal_code as postalCode', 'starts_on as startsOn'])
      .select(['sent_at as mailedAt', 'opened_at as openedAt', 'gift.created_at as boughtAt'])
      .where('orders.user_id', '=', user)
      .orderBy('gift.created_at')
      .execute()
    return rows.map((row) => inDollars(row, 'delivery'))
  }),
  ofAccount('giftCardsUsed', 'Gift cards used', async (db, user) => {
    const rows = await db
      .selectFrom('gift_card_uses')
      .innerJoin('gift_cards', 'gift_cards.id', 'gift_card_uses.card_id')
      .innerJoin('orders', 'orders.id', 'gift_card_uses.order_id')
      .select(['last_four as card', numberOf, 'gift_card_uses.cents as amount', 'gift_card_uses.state'])
      .select(['gift_card_uses.returned_cents as returned', 'orders.created_at as at'])
      .where('orders.user_id', '=', user)
      .orderBy('orders.created_at')
      .execute()
    return rows.map((row) => ({ ...inDollars(row, 'amount', 'returned'), card: masked(row.card) }))
  }),
]

/** The number of an order; an order that is not paid has only an id. */
function numberOf(eb: ExpressionBuilder<Schema, 'orders'>) {
  return eb.fn.coalesce('orders.number', 'orders.id').as('order')
}
