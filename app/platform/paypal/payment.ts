/** The functions that a page passes to a payment, and which of them is called for which result. */
import { METHOD_NAMES, type PayMethod } from '#shared/platform/pay-methods.ts'
import { CallError } from '../api/call.ts'

/** The order at PayPal, and its exact amount in dollars, such as `42.10`. */
export type Opened = { orderId: string; amount: string }

export type Payment = {
  /** Opens the payment at the shop. Called at once in the click, and again for another card after a decline. */
  open: () => Promise<Opened>
  /**
   * The buyer has approved PayPal's order, and the shop captures it. Handles its own errors. `declined` if PayPal took no
   * money, so that Apple's and Google's sheets can say so.
   */
  approved: (orderId: string) => Promise<void | 'declined'>
  /** The buyer has left without paying. */
  cancelled: () => void
  /** Nothing was approved. `messageOf` has a sentence for the buyer. */
  failed: (error: unknown) => void
}

/** A payment that was started. */
export type Running = {
  /** Closes what the method has opened, and reports the payment as cancelled. */
  close: () => void
}

/** Starts a payment with a method. Must be called directly in the click, because browsers block what opens later. */
export type Start = (method: PayMethod, payment: Payment) => Running

/** An error whose message is for the buyer. */
export class PayError extends Error {
  override name = 'PayError'
}

/** The sentence for the buyer about an error of a payment. */
export function messageOf(error: unknown, method: PayMethod): string {
  if (error instanceof CallError || error instanceof PayError) return error.message
  return `${METHOD_NAMES[method]} did not open. Please try again`
}

/** An error while PayPal confirms what a sheet gave, with a sentence for the buyer. */
export function confirmError(error: unknown, method: PayMethod): Error {
  if (error instanceof CallError || error instanceof PayError) return error
  return new PayError(
    `PayPal did not accept this payment with ${METHOD_NAMES[method]}. Please try again, or choose another way to pay`,
  )
}

/**
 * One attempt to pay: opens the payment, and reports its end once, although the services sometimes report more than one.
 * An approval always counts, also after the buyer has closed the window, because the shop could capture it.
 */
export function attemptOf(payment: Payment) {
  let isOver = false
  let wasDeclined = false
  const approvals = new Set<string>()
  const end = (report: () => void) => {
    if (isOver) return
    isOver = true
    report()
  }
  const opened = payment.open()
  const failed = (error: unknown) => end(() => payment.failed(error))
  opened.catch(failed)
  return {
    /** PayPal's order, as opened in the click. */
    opened,
    /** PayPal's order for the next confirmation: after a decline a new one, because PayPal confirms an order once. */
    order: () => (wasDeclined ? payment.open() : opened),
    /** Whether the payment may still be approved: the first time, or with another card after a decline. */
    mayApprove: () => !isOver || wasDeclined,
    isOver: () => isOver,
    failed,
    cancelled: () => end(payment.cancelled),
    approved: async (orderId: string): Promise<void | 'declined'> => {
      if (approvals.has(orderId) && !wasDeclined) return undefined
      approvals.add(orderId)
      isOver = true
      wasDeclined = false
      const result = await payment.approved(orderId)
      wasDeclined = result === 'declined'
      return result
    },
  }
}

export type Attempt = ReturnType<typeof attemptOf>

/** Apple's and Google's sheets wait for the result, but not longer than this, in milliseconds. */
const SHEET_TIME = 20_000

/**
 * The result, for a sheet. Undefined if it is not known in time: the sheet closes, and the page says that the payment is
 * being confirmed.
 */
export function inSheetTime<T>(result: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, SHEET_TIME, undefined))
  return Promise.race([result, late])
}

/** What a sheet may show: whether PayPal declined the payment. */
export async function isDeclined(approving: Promise<void | 'declined'>): Promise<boolean> {
  return (await inSheetTime(approving)) === 'declined'
}

/** Throws if PayPal would take another sum than the sheet shows. Both in dollars. */
export function requireSameAmount(shown: string, { amount }: Opened): void {
  if (amount !== shown)
    throw new PayError(
      `The total is now $${amount}, and $${shown} was shown. Nothing was charged. Please check the total and pay again`,
    )
}
