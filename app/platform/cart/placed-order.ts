/** The buyer's unpaid order as the shop knows it: whether it is still held, being confirmed, or paid in the meantime. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import { CallError } from '../api/call.ts'
import { ask } from '../api/query.ts'
import { finishExpress } from '../express/unfinished.ts'
import { removeOrdered } from './cart.ts'
import { clearGift } from './delivery-details.ts'
import { dropPlaced, getPlaced, updatePlaced, usePlaced } from './placed.ts'

const SECOND = 1000

type PlacedOrder = {
  /** The order while the shop holds its goods or confirms its payment; null if there is none. */
  order: Order | null
  /** The time at which the browser received the order, in milliseconds. */
  readAt: number
  /** An order that turned out to be paid while this page was shown. Its goods have left the cart. */
  paid: Order | null
  /** Whether the hold of the placed order has ended before it was paid. */
  isExpired: boolean
}

/**
 * Reads the placed order, and keeps the cart in step with it: when it is paid, its goods leave the cart. That may have
 * happened in another tab, or after this one was closed. The same for a payment of an express button. Call it on each page
 * that shows the cart.
 * @param isPaying whether this page is paying the order, and so learns the result itself
 */
export function usePlacedOrder(isPaying = false): PlacedOrder {
  const placed = usePlaced()
  const [paid, setPaid] = useState<Order | null>(null)
  const id = placed?.closed === null ? placed.id : ''
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
  useEffect(() => {
    if (!order || isPaying) return
    if (isBought(order)) {
      settlePlaced(order)
      // oxlint-disable-next-line react/set-state-in-effect -- the goods leave the cart in the same step
      setPaid(order)
    } else updatePlaced(order)
  }, [order, isPaying])
  useEffect(() => {
    if (isGone(error)) dropPlaced(id)
  }, [error, id])
  useEffect(() => {
    // Without an answer, the next page with the cart asks again.
    void finishExpress().then(
      (bought) => bought && setPaid(bought),
      () => undefined,
    )
  }, [])
  const isOpen = order !== null && (order.state === 'pending' || order.state === 'capturing')
  return { order: isOpen ? order : null, readAt, paid, isExpired: placed?.closed === 'expired' }
}

/** Whether the order is bought: it is paid, or PayPal is reviewing its payment, which can take a day. */
export function isBought({ isPaid, state, paymentState }: Order): boolean {
  return isPaid || state === 'refunded' || (state === 'capturing' && paymentState === 'review')
}

/** Removes the goods of the placed order from the cart. Does nothing if another tab has done so. */
export function settlePlaced({ _id }: Order): void {
  const placed = getPlaced()
  if (placed?.id !== _id) return
  dropPlaced(_id)
  removeOrdered(placed.lines)
  clearGift()
}

/** For the page of an order: when it is bought there, its goods leave the cart too. */
export function useSettled(order: Order | undefined): void {
  useEffect(() => {
    if (order && isBought(order)) settlePlaced(order)
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
