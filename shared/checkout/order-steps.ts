/** The steps of an order for its buyer: those that are done, and those that come next. */
import { bestDaysText } from '#shared/catalog/freshness.ts'
import { buysSubscription, paysInvoices } from './gift-cards.ts'
import type { Order } from './api/orders.ts'
import { bestDaysOf } from './best-days-of-order.ts'
import { formatDate, type DateFormat } from '#shared/kernel/dates.ts'
import { rangeText } from '#shared/kernel/days.ts'
import { clockText } from '#shared/platform/hours.ts'
import { PARCEL_TEXTS } from '#shared/platform/parcel.ts'

export type OrderStep = {
  name: string
  /** The day, or what the buyer can do. Empty if unknown. */
  text: string
  /** `stopped`: no step follows, or a person must act. */
  state: 'done' | 'now' | 'next' | 'stopped'
}

type Reading = {
  /** Today at the shop: '2026-11-27'. */
  today: string
  /** Formats a moment for the reader. Days of the roast calendar are days at the shop. */
  format: (moment: string, format: DateFormat) => string
}

/** The steps of an order, first to last. Steps after a cancellation or a full refund are left out. */
export function stepsOf(order: Order, reading: Reading): OrderStep[] {
  const ordered = done(order.isReplacement ? 'Replacement' : 'Ordered', order.createdAt, reading)
  const paid = order.isReplacement ? [] : [paymentOf(order, reading)]
  if (order.state === 'cancelled') return [ordered, stopped('Canceled', order.closedAt, reading)]
  if (order.state === 'expired') return [ordered, stopped('Time to pay ended', order.closedAt, reading)]
  if (order.state === 'refunded') {
    const happened = [
      ...(order.shippedAt ? [done('Shipped', order.shippedAt, reading)] : []),
      ...(order.deliveredAt && !order.isGiftCard
        ? [done(order.isPickup ? 'Picked up' : 'Arrived', order.deliveredAt, reading)]
        : []),
    ]
    return [ordered, ...paid, ...happened, stopped('Refunded', order.closedAt, reading)]
  }
  if (paysInvoices(order)) return [ordered, ...paid]
  if (order.isGiftCard) return [ordered, ...paid, issueOf(order, reading)]
  const last = order.isPickup
    ? [readyOf(order, reading), handoverOf(order, reading)]
    : [shipmentOf(order, reading), arrivalOf(order, reading)]
  return [ordered, ...paid, ...roastOf(order, reading), ...last, ...bestOf(order, reading)]
}

function paymentOf(order: Order, reading: Reading): OrderStep {
  if (order.paidAt) return done('Paid', order.paidAt, reading)
  if (order.state === 'capturing') return { name: 'Payment', text: 'PayPal is confirming it', state: 'now' }
  const text = order.isGiftCard ? payToText(order) : 'Pay to keep your goods'
  return { name: 'Payment', text, state: 'now' }
}

function payToText(order: Order): string {
  if (paysInvoices(order)) return 'Pay now'
  return `Pay to ${buysSubscription(order) ? 'give the subscription' : 'get the card'}`
}

/** A gift card is valid, and mailed, as soon as it is paid. */
function issueOf(order: Order, reading: Reading): OrderStep {
  const { deliveredAt } = order
  // A gift subscription begins then. The facts of its order say when it is mailed and delivered.
  if (buysSubscription(order))
    return deliveredAt
      ? done('Begun', deliveredAt, reading)
      : { name: 'Begins', text: 'As soon as it is paid', state: 'next' }
  return deliveredAt
    ? done('Sent', deliveredAt, reading)
    : { name: 'Sent', text: 'By email, as soon as it is paid', state: 'next' }
}

/**
 * The day of roasting is recorded for coffee that is roasted to order. For other coffee, this step follows from the promised
 * day. An order that left before its bags were recorded has no such step, because the shop did not store the day.
 */
function roastOf(order: Order, { today }: Reading): OrderStep[] {
  const { delivery, pickup, shippedAt, readyAt, deliveredAt, isPaid, roastedOn, awaitsBags } = order
  if (roastedOn) return [{ name: 'Roasted', text: shortDay(roastedOn), state: 'done' }]
  const day = (pickup ?? delivery)?.roastsOn
  if (!day) return []
  const hasLeft = Boolean(shippedAt || readyAt || deliveredAt)
  if (awaitsBags && hasLeft) return []
  if (!awaitsBags && (hasLeft || (isPaid && day < today)))
    return [{ name: 'Roasted', text: shortDay(day), state: 'done' }]
  if (isPaid && day < today) return [{ name: 'Roasts', text: shortDay(day), state: 'now' }]
  if (!isPaid || day !== today) return [{ name: 'Roasts', text: shortDay(day), state: 'next' }]
  return [{ name: 'Roasts', text: 'Today', state: 'now' }]
}

function shipmentOf(order: Order, reading: Reading): OrderStep {
  const { delivery, shippedAt, deliveredAt, isPaid } = order
  if (shippedAt) return done('Shipped', shippedAt, reading)
  if (deliveredAt) return { name: 'Shipped', text: '', state: 'done' }
  if (!delivery) return { name: 'Ships', text: 'We write to you with the day', state: 'next' }
  if (!isPaid || delivery.shipsOn > reading.today)
    return { name: 'Ships', text: shortDay(delivery.shipsOn), state: 'next' }
  const isLate = delivery.shipsOn < reading.today
  return {
    name: 'Ships',
    text: isLate ? `Late: it was ${shortDay(delivery.shipsOn)}` : 'Today',
    state: 'now',
  }
}

/** The step in which the goods are ready at the bar. */
function readyOf({ pickup, readyAt, deliveredAt, isPaid }: Order, reading: Reading): OrderStep {
  if (readyAt) return done('Ready', readyAt, reading)
  if (deliveredAt) return { name: 'Ready', text: '', state: 'done' }
  if (!pickup) return { name: 'Ready', text: 'We write to you with the day', state: 'next' }
  const { readyOn, from } = pickup
  const day = readyOn === reading.today ? 'Today' : shortDay(readyOn)
  if (!isPaid || readyOn > reading.today)
    return { name: 'Ready', text: `${day}, from ${clockText(from)}`, state: 'next' }
  const isLate = readyOn < reading.today
  return {
    name: 'Ready',
    text: isLate ? `Late: it was ${day}` : `${day}, from ${clockText(from)}`,
    state: 'now',
  }
}

function handoverOf({ readyAt, keptUntil, deliveredAt }: Order, reading: Reading): OrderStep {
  if (deliveredAt) return done('Picked up', deliveredAt, reading)
  const text = keptUntil ? `At the bar, until ${shortDay(keptUntil)}` : 'At the bar'
  return { name: 'Pick up', text, state: readyAt ? 'now' : 'next' }
}

function arrivalOf({ delivery, parcel, state, deliveredAt }: Order, reading: Reading): OrderStep {
  if (deliveredAt) return done('Arrived', deliveredAt, reading)
  const hasProblem = parcel?.state === 'returned' || parcel?.state === 'failure'
  if (hasProblem) return { name: 'Arrives', text: PARCEL_TEXTS[parcel.state], state: 'stopped' }
  const text = delivery ? rangeText(delivery.arrivesFrom, delivery.arrivesTo) : ''
  return { name: 'Arrives', text, state: state === 'shipped' ? 'now' : 'next' }
}

/** When its coffee tastes best, until these days are over. Coffees with other days have them at their lines. */
function bestOf(order: Order, { today }: Reading): OrderStep[] {
  const days = bestDaysOf(order, today)
  if (!days || days.to < today) return []
  const isNow = order.deliveredAt !== null && days.from <= today
  return [{ name: 'Tastes best', text: bestDaysText(days), state: isNow ? 'now' : 'next' }]
}

function done(name: string, at: string, { format }: Reading): OrderStep {
  return { name, text: format(at, 'shortWeekday'), state: 'done' }
}

function stopped(name: string, at: string | null, { format }: Reading): OrderStep {
  return { name, text: at ? format(at, 'shortWeekday') : '', state: 'stopped' }
}

function shortDay(day: string): string {
  return formatDate(day, 'shortWeekday')
}
