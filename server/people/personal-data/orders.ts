/** The orders of an account, with their goods, payments, refunds and parcels, and what gift cards and codes paid. */
import type { OrderRow } from '#server/kernel/db/schema.ts'
import { addressOf, BATCH, dollarsOf, inBatches, type Entry, type Person, type Section } from './section.ts'

export const ORDER_SECTIONS: Section[] = [
  {
    key: 'orders',
    title: 'Orders',
    read: (person) =>
      inBatches<OrderRow>(
        (last) => readOrders(person, last),
        (rows) => withDetails(person, rows),
      ),
  },
  { key: 'discountCodesUsed', title: 'Discount codes used', read: readCodes },
  { key: 'giftCardsBought', title: 'Gift cards bought', read: readBoughtCards },
  { key: 'giftCardsUsed', title: 'Gift cards used', read: readUsedCards },
]

function readOrders({ shop: { db }, user }: Person, last: OrderRow | undefined): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', user.id)
    .$if(last !== undefined, (query) => query.where('id', '>', last!.id))
    .orderBy('id')
    .limit(BATCH)
    .execute()
}

async function withDetails({ shop: { db } }: Person, orders: OrderRow[]): Promise<Entry[]> {
  const ids = orders.map(({ id }) => id)
  const [lines, payments, refunds, history, parcels] = await Promise.all([
    db.selectFrom('order_lines').selectAll().where('order_id', 'in', ids).orderBy('position').execute(),
    db.selectFrom('payments').selectAll().where('order_id', 'in', ids).orderBy('created_at').execute(),
    db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select(['order_id', 'refunds.amount_cents', 'refunds.state', 'reason', 'refunds.created_at'])
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
  return orders.map((order) => ({
    ...headOf(order),
    items: of(lines, order.id).map((line) => ({
      name: line.name,
      size: line.size_label,
      grind: line.grind,
      quantity: line.qty,
      pricePerPiece: dollarsOf(line.price_cents),
      discount: dollarsOf(line.discount_cents),
    })),
    payments: of(payments, order.id).map((payment) => ({
      provider: payment.provider,
      account: payment.payer_email,
      state: payment.state,
      amount: dollarsOf(payment.amount_cents),
      at: payment.captured_at ?? payment.created_at,
      isAutomatic: payment.payment_method_id !== null,
    })),
    refunds: of(refunds, order.id).map((refund) => ({
      amount: dollarsOf(refund.amount_cents),
      state: refund.state,
      reason: refund.reason,
      at: refund.created_at,
    })),
    trackingNumbers: of(parcels, order.id).map(({ tracking_number: number }) => number),
    history: of(history, order.id).map(({ at, event }) => ({ at, event })),
  }))
}

function of<Row extends { order_id: string }>(rows: Row[], id: string): Row[] {
  return rows.filter((row) => row.order_id === id)
}

function headOf(order: OrderRow): Entry {
  return {
    number: order.number ?? order.id,
    placedAt: order.created_at,
    state: order.state,
    name: order.buyer_name,
    email: order.buyer_email,
    recipient: order.recipient,
    address: addressOf(order),
    phone: order.phone,
    giftNote: order.gift_note,
    isPickup: order.is_pickup === 1,
    discount: order.discount_label,
    itemsTotal: dollarsOf(order.items_cents),
    shipping: dollarsOf(order.shipping_cents),
    tax: dollarsOf(order.tax_cents),
    total: dollarsOf(order.total_cents),
    paidByGiftCards: dollarsOf(order.gift_card_cents),
    refunded: dollarsOf(order.refunded_cents),
    paidAt: order.paid_at,
    shippedAt: order.shipped_at,
    deliveredAt: order.delivered_at,
    closedAt: order.closed_at,
  }
}

async function readCodes({ shop: { db }, user }: Person): Promise<Entry[]> {
  const rows = await db
    .selectFrom('discount_uses')
    .innerJoin('discount_codes', 'discount_codes.id', 'discount_uses.code_id')
    .innerJoin('orders', 'orders.id', 'discount_uses.order_id')
    .select(['code', 'orders.number', 'orders.id', 'saved_cents', 'used_at'])
    .where('orders.user_id', '=', user.id)
    .orderBy('used_at')
    .execute()
  return rows.map((row) => ({
    code: row.code,
    order: row.number ?? row.id,
    saved: dollarsOf(row.saved_cents),
    at: row.used_at,
  }))
}

const masked = (lastFour: string) => `•••• •••• •••• ${lastFour}`

async function readBoughtCards({ shop: { db }, user }: Person): Promise<Entry[]> {
  const rows = await db
    .selectFrom('gift_cards')
    .innerJoin('orders', 'orders.id', 'gift_cards.order_id')
    .selectAll('gift_cards')
    .select('orders.number')
    .where('orders.user_id', '=', user.id)
    .orderBy('gift_cards.created_at')
    .execute()
  // Without the balance: it says what another person has spent.
  return rows.map((card) => ({
    card: masked(card.last_four),
    order: card.number ?? card.order_id,
    amount: dollarsOf(card.cents),
    state: card.state,
    from: card.sender_name,
    to: card.recipient_name,
    toEmail: card.recipient_email,
    note: card.note,
    sendOn: card.send_on,
    mailedAt: card.mailed_at,
    boughtAt: card.created_at,
  }))
}

async function readUsedCards({ shop: { db }, user }: Person): Promise<Entry[]> {
  const rows = await db
    .selectFrom('gift_card_uses')
    .innerJoin('gift_cards', 'gift_cards.id', 'gift_card_uses.card_id')
    .innerJoin('orders', 'orders.id', 'gift_card_uses.order_id')
    .select(['last_four', 'orders.number', 'orders.id', 'gift_card_uses.cents', 'gift_card_uses.state'])
    .select(['gift_card_uses.returned_cents', 'orders.created_at'])
    .where('orders.user_id', '=', user.id)
    .orderBy('orders.created_at')
    .execute()
  return rows.map((use) => ({
    card: masked(use.last_four),
    order: use.number ?? use.id,
    amount: dollarsOf(use.cents),
    state: use.state,
    returned: dollarsOf(use.returned_cents),
    at: use.created_at,
  }))
}
