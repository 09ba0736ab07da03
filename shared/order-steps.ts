/** What has happened with an order and what happens next, for its buyer. */
import type { Order } from './api/orders.ts'
import { formatDate, type DateFormat } from './dates.ts'
import { rangeText } from './delivery.ts'
import { clockText } from './pickup.ts'
import { PARCEL_TEXTS } from './tracking.ts'

export type OrderStep = {
  name: string
  /** The day, or what the buyer can do. Empty if unknown. */
  text: string
  /** `stopped`: nothing follows, or somebody must act. */
  state: 'done' | 'now' | 'next' | 'stopped'
}

type Reading = {
  /** The day at the shop on which the steps are read: '2026-11-27'. */
  today: string
  /** Formats a moment for the reader. Days of the roast calendar are days at the shop. */
  format: (moment: string, format: DateFormat) => string
}

/** The steps of an order in their order. Those after a cancellation or a full refund are left out. */
export function stepsOf(order: Order, reading: Reading): OrderStep[] {
  const ordered = done(order.isReplacement ? 'Replacement' : 'Ordered', order.createdAt, reading)
  const paid = order.isReplacement ? [] : [paymentOf(order, reading)]
  if (order.state === 'cancelled') return [ordered, stopped('Cancelled', order.closedAt, reading)]
  if (order.state === 'expired') return [ordered, stopped('Time to pay ended', order.closedAt, reading)]
  if (order.state === 'refunded') {
    const happened = [
      ...(order.shippedAt ? [done('Shipped', order.shippedAt, reading)] : []),
      ...(order.deliveredAt
        ? [done(order.isPickup ? 'Picked up' : 'Arrived', order.deliveredAt, reading)]
        : []),
    ]
    return [ordered, ...paid, ...happened, stopped('Refunded', order.closedAt, reading)]
  }
  const way = order.isPickup
    ? [readyOf(order, reading), handoverOf(order, reading)]
    : [shipmentOf(order, reading), arrivalOf(order, reading)]
  return [ordered, ...paid, ...roastOf(order, reading), ...way]
}

function paymentOf(order: Order, reading: Reading): OrderStep {
  if (order.paidAt) return done('Paid', order.paidAt, reading)
  if (order.state === 'capturing') return { name: 'Payment', text: 'PayPal is confirming it', state: 'now' }
  return { name: 'Payment', text: 'Pay to keep your goods', state: 'now' }
}

/** Nobody records the roast of an order, so its day follows from the promise. */
function roastOf(order: Order, { today }: Reading): OrderStep[] {
  const { delivery, pickup, shippedAt, readyAt, deliveredAt, isPaid } = order
  const day = (pickup ?? delivery)?.roastsOn
  if (!day) return []
  if (shippedAt || readyAt || deliveredAt || (isPaid && day < today))
    return [{ name: 'Roasted', text: dayText(day), state: 'done' }]
  if (!isPaid || day !== today) return [{ name: 'Roasts', text: dayText(day), state: 'next' }]
  return [{ name: 'Roasts', text: 'Today', state: 'now' }]
}

function shipmentOf(order: Order, reading: Reading): OrderStep {
  const { delivery, shippedAt, deliveredAt, isPaid } = order
  if (shippedAt) return done('Shipped', shippedAt, reading)
  if (deliveredAt) return { name: 'Shipped', text: '', state: 'done' }
  if (!delivery) return { name: 'Ships', text: 'We write to you with the day', state: 'next' }
  if (!isPaid || delivery.shipsOn > reading.today)
    return { name: 'Ships', text: dayText(delivery.shipsOn), state: 'next' }
  const isLate = delivery.shipsOn < reading.today
  return { name: 'Ships', text: isLate ? `Late: it was ${dayText(delivery.shipsOn)}` : 'Today', state: 'now' }
}

/** When the goods are ready at the bar. */
function readyOf({ pickup, readyAt, deliveredAt, isPaid }: Order, reading: Reading): OrderStep {
  if (readyAt) return done('Ready', readyAt, reading)
  if (deliveredAt) return { name: 'Ready', text: '', state: 'done' }
  if (!pickup) return { name: 'Ready', text: 'We write to you with the day', state: 'next' }
  const { readyOn, from } = pickup
  const day = readyOn === reading.today ? 'Today' : dayText(readyOn)
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
  const text = keptUntil ? `At the bar, until ${dayText(keptUntil)}` : 'At the bar'
  return { name: 'Pick up', text, state: readyAt ? 'now' : 'next' }
}

function arrivalOf({ delivery, parcel, state, deliveredAt }: Order, reading: Reading): OrderStep {
  if (deliveredAt) return done('Arrived', deliveredAt, reading)
  const hasProblem = parcel?.state === 'returned' || parcel?.state === 'failure'
  if (hasProblem) return { name: 'Arrives', text: PARCEL_TEXTS[parcel.state], state: 'stopped' }
  const text = delivery ? rangeText(delivery.arrivesFrom, delivery.arrivesTo) : ''
  return { name: 'Arrives', text, state: state === 'shipped' ? 'now' : 'next' }
}

function done(name: string, at: string, { format }: Reading): OrderStep {
  return { name, text: format(at, 'shortWeekday'), state: 'done' }
}

function stopped(name: string, at: string | null, { format }: Reading): OrderStep {
  return { name, text: at ? format(at, 'shortWeekday') : '', state: 'stopped' }
}

function dayText(day: string): string {
  return formatDate(day, 'shortWeekday')
}
