/** Finds the result of a payment that the buyer has approved, after the session has ended or the page was closed. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { express } from '#shared/checkout/api/express.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { CallError, call } from '../api/call.ts'
import { keepGuestLink } from '../api/guest-links.ts'
import { refresh } from '../api/query.ts'
import { isRefused, payFor, untilAnswered } from '../api/until-answered.ts'
import { AlreadyBought } from './close-placed.ts'
import { dropPlaced, getPlaced, markApproved, markPlaced, type Placed } from './placed.ts'

/**
 * Asks the shop to capture what the buyer has approved, which it does once. `bought` is the order, if it is paid then;
 * `problem` says why nothing was taken, until the next payment.
 * @param order the placed order as last read
 * @param isPaying whether this page is paying, and so learns the result itself
 */
export function useResumedPayment(placed: Placed | null, order: Order | null, isPaying: boolean) {
  const client = useQueryClient()
  const [problem, setProblem] = useState('')
  if (isPaying && problem) setProblem('')
  const payment = placed?.express ?? (order?.state === 'pending' ? placed?.approved : null)
  const { data, error, isFetching } = useQuery({
    queryKey: ['resumed-payment', placed?.id, payment],
    queryFn: () => resume(placed!),
    enabled: payment != null && !isPaying,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  const explain = useEffectEvent((failed: Error) => {
    void refresh(client, 'orders')
    // The window of PayPal may still be open.
    if (!placed || !isRefused(failed) || codeOf(failed) === 'not-approved') return
    if (placed.express === null) markApproved(placed.id, null)
    else if (orderIn(failed) === null) dropPlaced(placed.id)
    else markPlaced(placed.id)
    setProblem(failed.message)
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the stored payment changes in the same step
    if (error) explain(error)
  }, [error])
  return { bought: data, isConfirming: isFetching, problem }
}

/**
 * For a press that opens another payment: finishes an express payment that the buyer may have approved before. Throws
 * AlreadyBought if it is bought, and CallError if the shop does not say what became of it.
 */
export async function finishExpress(): Promise<void> {
  const placed = getPlaced()
  if (!placed?.express) return
  const { id, express: token } = placed
  try {
    keepLink(await call(express.pay, { params: { id }, body: { token } }))
  } catch (error) {
    if (orderIn(error) !== null) return markPlaced(id)
    if (isRefused(error)) return dropPlaced(id)
    throw error
  }
  throw new AlreadyBought(id)
}

async function resume({ id, express: token, approved }: Placed): Promise<Order> {
  if (token === null) return payFor(id, approved!)
  const order = await untilAnswered(() => call(express.pay, { params: { id }, body: { token } }))
  keepLink(order)
  return order
}

function codeOf(error: Error): unknown {
  return error instanceof CallError ? error.data.code : undefined
}

/** Keeps the link with which a guest opens the order. */
export function keepLink({ _id, guestLink }: Pick<Order, '_id'> & { guestLink?: string | undefined }): void {
  if (guestLink) keepGuestLink(_id, guestLink)
}

/**
 * The id of the order that an error is about: it is placed, and not paid. Its link is kept. Null if nothing is placed.
 */
export function orderIn(error: unknown): string | null {
  const { order, guestLink } = error instanceof CallError ? error.data : {}
  if (typeof order !== 'string') return null
  if (typeof guestLink === 'string') keepGuestLink(order, guestLink)
  return order
}
