/** The buyer's unpaid order as the shop knows it: whether it is still held, being confirmed, or paid in the meantime. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import { CallError } from '../api/call.ts'
import { ask } from '../api/query.ts'
import { removeOrdered, type CartItem } from './cart.ts'
import { clearGift } from './delivery-details.ts'
import { dropPlaced, getPlaced, updatePlaced, usePlaced } from './placed.ts'
import { useResumedPayment } from './resume.ts'

const SECOND = 1000

type PlacedOrder = {
  /** The order while the shop holds its goods or confirms its payment; null if there is none. */
  order: Order | null
  /** The time at which the browser received the order, in milliseconds. */
  readAt: number
  /** An order that turned out to be paid while this page was shown. Its goods have left the cart. */
  paid: Order | null
  /** Whether it is not known yet if PayPal has taken the money. */
  isConfirming: boolean
  /** Why a payment that the buyer had approved was not taken, after the buyer has come back; empty if there is none. */
  problem: string
  /** Whether the hold of the placed order has ended before it was paid. */
  isExpired: boolean
}

/**
 * Reads the placed order, and keeps the cart in step with it: when it is paid, its goods leave the cart. That may have
 * happened in another tab, or after this one was closed. A payment that the buyer has approved is captured, if this browser
 * does not know its result. Call it on each page that shows the cart.
 * @param isPaying whether this page is paying the order, and so learns the result itself
 * @param onResumed called with an order whose payment was captured so
 */
export function usePlacedOrder(isPaying = false, onResumed?: (order: Order) => void): PlacedOrder {
  const client = useQueryClient()
  const placed = usePlaced()
  const [paid, setPaid] = useState<Order | null>(null)
  const id = placed?.closed === null && placed.express === null ? placed.id : ''
  const one = ask(orders.one, { params: { id } })
  const {
    data,
    error,
    dataUpdatedAt: readAt,
  } = useQuery({
    ...one,
    enabled: id !== '' && one.enabled,
    refetchInterval: ({ state }) => refetchPause(state.data),
    refetchOnWindowFocus: 'always',
  })
  const order = id !== '' && data?._id === id ? data : null
  const resumed = useResumedPayment(placed, order, isPaying)
  const finish = useEffectEvent((bought: Order) => {
    client.setQueryData(ask(orders.one, { params: { id: bought._id } }).queryKey, bought)
    if (onResumed) return onResumed(bought)
    settlePlaced(bought._id)
    setPaid(bought)
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the goods leave the cart in the same step
    if (resumed.bought) finish(resumed.bought)
  }, [resumed.bought])
  useEffect(() => {
    if (!order || isPaying) return
    if (isBought(order)) {
      settlePlaced(order._id)
      // oxlint-disable-next-line react/set-state-in-effect -- the goods leave the cart in the same step
      setPaid(order)
    } else updatePlaced(order)
  }, [order, isPaying])
  useEffect(() => {
    if (isGone(error)) dropPlaced(id)
  }, [error, id])
  const isOpen = order !== null && (order.state === 'pending' || order.state === 'capturing')
  return {
    order: isOpen ? order : null,
    readAt,
    paid,
    isConfirming: order?.state === 'capturing' || resumed.isConfirming,
    problem: resumed.problem,
    isExpired: placed?.closed === 'expired',
  }
}

/** Whether the order is bought: it is paid, or PayPal is reviewing its payment, which can take a day. */
export function isBought({ isPaid, state, paymentState }: Order): boolean {
  return isPaid || state === 'refunded' || (state === 'capturing' && paymentState === 'review')
}

/** Removes the goods of the placed order from the cart. Does nothing if another tab has done so. */
export function settlePlaced(id: string): void {
  const placed = getPlaced()
  if (placed?.id !== id) return
  dropPlaced(id)
  removeOrdered(placed.lines)
  clearGift()
}

/** As `settlePlaced`, also if another tab has stored the payment of its own express button since. */
export function settleExpress(id: string, ordered: readonly CartItem[]): void {
  const placed = getPlaced()
  if (placed && placed.id !== id) removeOrdered(ordered)
  else settlePlaced(id)
}

/** For the page of an order: when it is bought there, its goods leave the cart too. */
export function useSettled(order: Order | undefined): void {
  useEffect(() => {
    if (order && isBought(order)) settlePlaced(order._id)
  }, [order])
}

/** Whether this browser can no longer read the order: it belongs to another user, or the shop has deleted it. */
function isGone(error: unknown): boolean {
  return error instanceof CallError && (error.failure === 404 || error.failure === 403)
}

/** Milliseconds until the order is fetched again; false if only the buyer changes its state. */
function refetchPause(order: Order | undefined): number | false {
  if (order?.state === 'capturing') return 3 * SECOND
  return order?.state === 'pending' && order.holdSecondsLeft === 0 ? 5 * SECOND : false
}
