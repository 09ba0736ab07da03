/**
 * Pays the cart: a press on a button of a method is the order. It checks what was entered, places the order once, holds its
 * goods, and opens the payment. After a payment that failed, everything stays as it was, and the order stays held.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import { toCents } from '#shared/kernel/pricing.ts'
import { CallError, call, isConflict } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { getCart } from '#app/platform/cart/cart.ts'
import { AlreadyBought } from '#app/platform/cart/close-placed.ts'
import { markApproved, updatePlaced } from '#app/platform/cart/placed.ts'
import { messageOf, type Opened, type Payment, type Running } from '#app/platform/paypal/payment.ts'
import type { PayMethods } from '#app/platform/paypal/use-pay-methods.ts'
import { isRefused, payFor } from '#app/platform/api/until-answered.ts'
import { phaseAfter, type Phase } from '#app/platform/paypal/use-payment.ts'
import { chosenCards, paidByCards } from './gift-cards.ts'
import { placeOnce, type Choices } from './place-order.ts'
import { updateCart, type OrderProblem } from './refusals.ts'

type Buying = {
  /** Whether everything was entered. If not, shows what is missing. */
  check: () => boolean
  choices: Choices
  /** Applies typed codes. False if one was refused; its field then has the focus. */
  applyTyped: () => Promise<boolean>
  /** A new order was placed. */
  onPlaced: () => void
  /** The order is paid, or its payment is being confirmed. */
  onBought: (order: Order) => void
  /** The shop refused the order. */
  onProblem: (problem: OrderProblem, error: Error) => void
  /** Called with true while the outcome of a payment on this page is open. */
  onPaying: (isPaying: boolean) => void
}

export type Paying = ReturnType<typeof usePaying>

export function usePaying(buying: Buying) {
  const client = useQueryClient()
  const [phase, setPhase] = useState<Phase>({ name: 'ready' })
  const [problem, setProblem] = useState<OrderProblem | null>(null)
  const [note, setNote] = useState('')
  const [isPlacing, setPlacing] = useState(false)
  const running = useRef<Running>(null)
  useEffect(() => () => running.current?.close(), [])
  const isBusy = isPlacing || ['opening', 'approving', 'confirming'].includes(phase.name)
  const { onPaying } = buying
  useEffect(() => onPaying(isBusy), [isBusy, onPaying])

  const begin = (): boolean => {
    if (isBusy || !buying.check()) return false
    setProblem(null)
    setNote('')
    return true
  }

  const explain = async (error: unknown) => {
    if (error instanceof Stopped) return setNote(error.note)
    const order = error instanceof AlreadyBought ? await readOrder(client, error.orderId) : null
    if (order) return buying.onBought(order)
    const failure = error instanceof Error ? error : new Error(String(error))
    const found = await updateCart(client, failure)
    // Without a session, the contact says so.
    if (!(failure instanceof CallError && failure.failure === 401)) setProblem(found)
    buying.onProblem(found, failure)
  }

  /** Places the order, then opens its payment. Shows why it failed. */
  const place: Place = async (then) => {
    setPlacing(true)
    try {
      return await placeAnd(client, buying, then)
    } catch (error) {
      setPhase({ name: 'ready' })
      await explain(error)
      throw error
    } finally {
      setPlacing(false)
    }
  }

  /** Must be called directly in the click handler, because browsers block what opens later. */
  const pay = (method: PayMethod, methods: PayMethods) => {
    if (methods.status !== 'ready' || !begin()) return
    setPhase({ name: 'opening', method })
    running.current = methods.start(method, paymentWith(method, { client, buying, place, setPhase }))
  }

  /** Places an order that gift cards pay. */
  const placeOnly = async () => {
    if (!begin()) return
    // What fails is explained already.
    await place((id) => Promise.reject(new AlreadyBought(id))).catch(() => undefined)
  }

  return { phase, problem, note, isBusy, pay, placeOnly, close: () => running.current?.close() }
}

/** @param then gets the id of the placed order */
type Place = <T>(then: (id: string) => Promise<T>) => Promise<T>

type Steps = {
  client: QueryClient
  buying: Buying
  place: Place
  setPhase: Dispatch<SetStateAction<Phase>>
}

/** One payment with a method: places the order and opens the payment, then captures what the buyer approved. */
function paymentWith(method: PayMethod, { client, buying, place, setPhase }: Steps): Payment {
  let id = ''
  let isExplained = false
  const open = async (): Promise<Opened> => {
    try {
      const opened = await place((placed) => openPayment(client, buying.choices, placed, method))
      id = opened.id
      // The buyer may have closed the window before the shop answered.
      setPhase((now) => (now.name === 'opening' ? { name: 'approving', method } : now))
      return opened
    } catch (error) {
      isExplained = true
      throw error
    }
  }
  return {
    open,
    cancelled: () => setPhase({ name: 'cancelled', method }),
    failed: (error) => {
      if (!isExplained) setPhase({ name: 'failed', message: messageOf(error, method), method })
    },
    approved: async (providerOrderId) => {
      setPhase({ name: 'confirming', method })
      markApproved(id, providerOrderId)
      try {
        buying.onBought(await payFor(id, providerOrderId))
        return undefined
      } catch (error) {
        const order = await readOrder(client, id)
        if (order && isUnderWay(order)) {
          buying.onBought(order)
          return undefined
        }
        if (isRefused(error)) markApproved(id, null)
        const after = phaseAfter(error, method)
        setPhase(after)
        return after.name === 'declined' ? after.name : undefined
      }
    },
  }
}

/** Ends a press without an order. `note` tells the buyer why; empty if something else does. */
class Stopped extends Error {
  override name = 'Stopped'
  readonly note: string

  constructor(note: string) {
    super(note)
    this.note = note
  }
}

const CHECK_TOTAL = 'Your code was applied. Please check the total before you pay.'

/**
 * Applies typed codes, and then places the order. Throws Stopped if a code is refused; its field then has the focus. Throws
 * it also if the buyer would not pay less than the page has shown, or if the agreed terms of a subscription name the amount:
 * the buyer then checks the total. Throws AlreadyBought if gift cards pay all of it.
 */
async function placeAnd<T>(
  client: QueryClient,
  { applyTyped, choices, onPlaced }: Buying,
  then: (id: string) => Promise<T>,
): Promise<T> {
  const before = due()
  if (!(await applyTyped())) throw new Stopped('')
  const after = due()
  const isAsShown = before.codes === after.codes
  if (!isAsShown && (after.cents >= before.cents || after.hasSubscription)) throw new Stopped(CHECK_TOTAL)
  const { id, order } = await placeOnce(client, choices)
  if (order) onPlaced()
  if (order?.isPaid) throw new AlreadyBought(id)
  return then(id)
}

/**
 * Opens the payment of the placed order. If its hold has ended in the meantime, places the order again. Throws CallError, and
 * AlreadyBought if it is paid.
 */
async function openPayment(
  client: QueryClient,
  choices: Choices,
  id: string,
  method: PayMethod,
): Promise<Opened & { id: string }> {
  const start = (of: string) => call(orders.startPayment, { params: { id: of }, body: { method } })
  try {
    return { ...(await start(id)), id }
  } catch (error) {
    if (!isConflict(error)) throw error
    const order = await readOrder(client, id)
    if (!order || order.state === 'pending') throw error
    if (isUnderWay(order)) throw new AlreadyBought(id)
    updatePlaced(order)
    const again = await placeOnce(client, choices)
    return { ...(await start(again.id)), id: again.id }
  }
}

/** Whether the order is paid, or its payment is being confirmed. */
function isUnderWay({ isPaid, state }: Order): boolean {
  return isPaid || state === 'capturing' || state === 'refunded'
}

/** Null if the order cannot be read now. */
async function readOrder(client: QueryClient, id: string): Promise<Order | null> {
  try {
    return await client.fetchQuery({ ...ask(orders.one, { params: { id } }), staleTime: 0 })
  } catch (error) {
    if (error instanceof CallError) return null
    throw error
  }
}

/** What the buyer has to pay in cents, and the codes with which it was computed. */
function due() {
  const { code, totalPrice, cartItems } = getCart()
  const cards = chosenCards()
  const total = Number(totalPrice)
  return {
    cents: toCents(total) - toCents(paidByCards(cards, total)),
    codes: JSON.stringify([code?.code, ...cards.map((card) => card.code)]),
    hasSubscription: cartItems.some(({ subscribe }) => subscribe),
  }
}
