/** What the shop does for a sheet of Apple Pay or Google Pay: prices, the order, and its payment. */
import { toDecimal } from '#shared/kernel/pricing.ts'
import { METHOD_NAMES, type PayMethod } from '#shared/platform/pay-methods.ts'
import { CallError } from '../api/call.ts'
import { markApproved } from '../cart/placed.ts'
import { confirmError, inSheetTime, PayError } from '../paypal/payment.ts'
import { isRefused, payFor } from '../api/until-answered.ts'
import type { Outcome } from './outcome.ts'
import { priceAt, type Place, type Prices, type Wanted } from './purchase.ts'
import { walletOrder, type Contact } from './wallet-order.ts'

/** What a sheet needs of the shop. */
export type WalletShop = {
  merchantName: string
  /** The price of the goods, which the sheet shows first, such as `42.10`. */
  amount: string
  price: (place: Place) => Promise<Prices>
  /**
   * Places the order and opens the payment, lets the wallet confirm it, and captures it. Resolves with the sentence for the
   * sheet if nothing was charged; null if the order is paid or is being confirmed.
   * @param confirm resolves with false if the payment continues after the sheet has closed
   */
  buy: (
    contact: Contact,
    shown: Prices,
    confirm: (orderId: string) => Promise<boolean>,
  ) => Promise<string | null>
  /** Captures what the buyer confirmed after the sheet has closed. */
  capture: (orderId: string) => Promise<string | null>
  opened: () => void
  /** The buyer has closed the sheet. */
  closed: () => void
  failed: (error: unknown) => void
}

export type Purchase = {
  wanted: Promise<Wanted>
  cents: number
  merchantName: string
  environment: 'production' | 'sandbox'
  outcome: Outcome
}

/** For one press of the button. */
export function shopOf(method: PayMethod, { wanted, cents, merchantName, outcome }: Purchase): WalletShop {
  const order = walletOrder(method, wanted)
  let isOver = false
  let isCapturing = false
  /** Ends with an error; a placed order can be paid on its page. */
  const end = (error: unknown): string => {
    const shown = confirmError(error, method)
    if (isOver) return shown.message
    isOver = true
    const id = order.id()
    const data = { ...(shown instanceof CallError ? shown.data : {}), order: id }
    outcome.failed(id === null ? shown : new CallError(409, shown.message, data))
    return shown.message
  }
  const capture = async (orderId: string) => {
    const id = order.id()!
    isCapturing = true
    outcome.confirming()
    markApproved(id, orderId)
    try {
      const paid = await payFor(id, orderId)
      isOver = true
      outcome.paid(paid)
      return null
    } catch (error) {
      isCapturing = false
      if (isRefused(error)) markApproved(id, null)
      // Another card may pay the same order, in the same sheet.
      if (error instanceof CallError && error.failure === 402) return `${error.message}. Nothing was charged`
      const message = end(error)
      return error instanceof CallError && error.data.code === 'confirming' ? null : message
    }
  }
  return {
    merchantName,
    amount: toDecimal(cents),
    price: async (place) => priceAt(await wanted, place),
    async buy(contact, shown, confirm) {
      try {
        const opened = isOver ? null : await order.open(contact, shown)
        if (!opened || isOver) return CLOSED
        const isConfirmed = await confirm(opened.orderId)
        return isConfirmed ? ((await inSheetTime(capture(opened.orderId))) ?? null) : null
      } catch (error) {
        return end(error)
      }
    },
    capture,
    opened: outcome.opened,
    closed: () => {
      if (isOver || isCapturing) return
      if (order.id() === null) {
        isOver = true
        outcome.cancelled()
      } else end(new PayError(`You left ${METHOD_NAMES[method]} without paying. ${NOT_PAID}`))
    },
    failed: (error) => void end(error),
  }
}

const NOT_PAID = 'Your order is placed and not paid yet'
const CLOSED = 'This payment was closed in the shop'

/** The sentence of a sheet about a place that the shop refuses. */
export function refusalOf(error: unknown): string {
  return error instanceof CallError ? error.message : 'The shop does not answer. Please try again'
}
