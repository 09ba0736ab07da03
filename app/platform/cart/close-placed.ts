/** Cancels the order that is placed and not paid, so that its goods, its code and its gift cards are free for the next one. */
import { orders } from '#shared/checkout/api/orders.ts'
import { CallError, call, isConflict } from '../api/call.ts'
import { dropPlaced, getPlaced } from './placed.ts'

/** Thrown if the order that the buyer wants to change or pay is paid already, or its payment is being confirmed. */
export class AlreadyBought extends Error {
  override name = 'AlreadyBought'
  readonly orderId: string

  constructor(orderId: string) {
    super('This order is paid already')
    this.orderId = orderId
  }
}

/**
 * Cancels the placed order, because the buyer has changed it. Throws AlreadyBought if it is paid. An order that this browser
 * can no longer open, because the session has ended, expires by itself.
 */
export async function closePlaced(id: string): Promise<void> {
  try {
    await call(orders.remove, { params: { id }, query: { because: 'changed' } })
  } catch (error) {
    if (isConflict(error)) throw new AlreadyBought(id)
    const failure = error instanceof CallError ? error.failure : null
    if (failure !== 401 && failure !== 403 && failure !== 404) throw error
    if (failure === 401 && getPlaced()?.approved) throw new CallError(401, STILL_PAYING)
  }
  dropPlaced(id)
}

export const STILL_PAYING =
  'You approved a payment before you were signed out. Sign in again to see its result, so that you do not pay twice'
