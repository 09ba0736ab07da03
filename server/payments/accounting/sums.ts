/** Sums of bookings, in dollars for the API. */
import type { AccountingDay, AccountingSums, Booking } from '#shared/payments/api/accounting.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { type Deliveries, isRefund, paidWithName, totalOf, type Line } from './bookings.ts'
import type { Amounts } from './facts.ts'

export function sumUp(lines: readonly Line[]): AccountingSums {
  const back = lines.filter(isRefund)
  const paid = lines.filter(({ kind }) => kind === 'payment' || kind === 'surplus')
  const invoiced = lines.filter(({ kind }) => kind === 'invoice' || kind === 'credit-note')
  const sold = [...paid, ...invoiced]
  const cards = paid.filter(({ gift_card_cents: cents }) => cents < 0)
  const part = (of: readonly Line[], name: keyof Amounts) => sum(of, (line) => line[name])
  const refunded = (name: keyof Amounts) => sum(back, (line) => -line[name])
  return {
    payments: countOf(paid),
    goods: part(sold, 'goods_cents'),
    discounts: part(paid, 'discount_cents'),
    shipping: part(sold, 'shipping_cents'),
    tax: part(sold, 'tax_cents'),
    other: part(paid, 'other_cents'),
    received: sum(paid, totalOf),
    refunds: countOf(back),
    refundedGoods: refunded('goods_cents'),
    refundedShipping: refunded('shipping_cents'),
    refundedTax: refunded('tax_cents'),
    goodwill: sum(lines, (line) => -line.goodwill_cents),
    refundedOther: refunded('other_cents'),
    refunded: sum(back, (line) => -totalOf(line)),
    giftCardsSold: sum(lines, (line) => (isRefund(line) ? 0 : Math.max(0, soldCents(line)))),
    giftCardsSpent: sum(cards, (line) => -line.gift_card_cents),
    giftCardsChanged: sum(lines, (line) =>
      isRefund(line) || line.kind === 'card-change' ? line.gift_card_cents : 0,
    ),
    till: sum(lines, (line) => -line.till_cents),
    machine: sum(lines, (line) => -line.machine_cents),
    rounding: part(lines, 'rounding_cents'),
    overShort: part(lines, 'over_short_cents'),
    cashMoves: part(lines, 'cash_move_cents'),
    bank: sum(lines, (line) => -line.bank_cents),
    invoiced: sum(invoiced, (line) => -line.receivable_cents),
    invoicesPaid: sum(lines, (line) => (invoiced.includes(line) ? 0 : line.receivable_cents)),
    fee: part(lines, 'fee_cents'),
    net: sum(lines, (line) => totalOf(line) - line.fee_cents),
  }
}

/** The amount of gift cards that a booking sells, in cents. Changes of balances by staff are not sales. */
function soldCents({ kind, gift_card_cents: cents }: Line): number {
  return kind === 'card-change' ? 0 : cents
}

function sum(lines: readonly Line[], cents: (line: Line) => number): number {
  return toDollars(lines.reduce((all, line) => all + cents(line), 0))
}

/** Corrections are not counted as further payments and refunds. */
function countOf(lines: readonly Line[]): number {
  return lines.filter(({ corrects }) => corrects === null).length
}

/** The days with bookings, in order. */
export function sumByDay(lines: readonly Line[]): AccountingDay[] {
  const days = Map.groupBy(lines, ({ day }) => day)
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([day, ofDay]) => ({ day, ...sumUp(ofDay) }))
}

export function toBooking(line: Line): Booking {
  const total = totalOf(line)
  return {
    _id: line.source,
    kind: line.kind,
    order: { _id: line.order_id, number: line.order_number },
    deliveries: JSON.parse(line.deliveries) as Deliveries,
    at: line.happened_at,
    corrects: line.corrects,
    paidWith: paidWithName(line),
    goods: toDollars(line.goods_cents),
    discount: toDollars(line.discount_cents),
    shipping: toDollars(line.shipping_cents),
    tax: toDollars(line.tax_cents),
    goodwill: toDollars(line.goodwill_cents),
    other: toDollars(line.other_cents),
    giftCards: toDollars(line.gift_card_cents),
    till: toDollars(-line.till_cents),
    machine: toDollars(-line.machine_cents),
    rounding: toDollars(line.rounding_cents),
    overShort: toDollars(line.over_short_cents),
    cashMoves: toDollars(line.cash_move_cents),
    bank: toDollars(-line.bank_cents),
    receivable: toDollars(line.receivable_cents),
    total: toDollars(total),
    fee: line.lacks_fee ? null : toDollars(line.fee_cents),
    net: toDollars(total - line.fee_cents),
  }
}
