/** The state of one purchase with an express button, from the press until the order is paid. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, type NavigateFunction } from 'react-router'
import { orders } from '#shared/checkout/api/orders.ts'
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import { CallError, isConflict } from '../api/call.ts'
import { ask, refresh } from '../api/query.ts'
import { updatePrices } from '../cart/check.ts'
import { AlreadyBought, closePlaced } from '../cart/close-placed.ts'
import { markPlaced, openPlaced } from '../cart/placed.ts'
import { settleExpress } from '../cart/placed-order.ts'
import { finishExpress, keepLink, orderIn } from '../cart/resume.ts'
import { METHOD_TEXTS } from '../paypal/method-texts.ts'
import { messageOf, PayError, type Running } from '../paypal/payment.ts'
import type { PayMethods } from '../paypal/use-pay-methods.ts'
import { usePayPalConfig } from '../paypal/use-paypal.ts'
import { toast } from '../ui/toast.tsx'
import type { Outcome } from './outcome.ts'
import { startPayPalExpress } from './paypal.ts'
import { wantedNow } from './purchase.ts'
import { startWalletExpress } from './wallets.ts'

export type Phase =
  | { name: 'ready' }
  | { name: 'opening' | 'approving' | 'confirming'; method: PayMethod }
  | { name: 'left' | 'failed'; message: string }

/**
 * @param cents the price of the goods, which the sheets of Apple and Google show first
 * @param applyTyped applies what is typed in the cart, such as a code; false if that is not possible
 */
export function useExpress(methods: PayMethods, cents: number, applyTyped: () => Promise<boolean>) {
  const { merchantName = '', environment = 'production' } = usePayPalConfig().data ?? {}
  const client = useQueryClient()
  const navigate = useNavigate()
  const [phase, setPhase] = useState<Phase>({ name: 'ready' })
  const running = useRef<Running>(null)
  useEffect(() => () => running.current?.close(), [])

  const goTo = (id: string) => openOrder(id, client, navigate)

  /** Must be called directly in the click. */
  const press = (method: PayMethod) => {
    if (methods.status !== 'ready' || !methods.parts) return
    const wanted = applyTyped().then(async (isApplied) => {
      if (!isApplied) throw new PayError('Please check what you have typed in the cart')
      await finishExpress()
      // An unpaid order of the checkout holds the same goods, and could be paid too.
      const before = openPlaced()
      if (before) await closePlaced(before.id)
      return wantedNow()
    })
    wanted.catch((error: unknown) => {
      // Apple's and Google's sheets are open already.
      if (error instanceof AlreadyBought && method !== 'paypal') running.current?.close()
      if (error instanceof AlreadyBought) goTo(error.orderId)
    })
    const outcome: Outcome = {
      opened: () => setPhase((now) => (now.name === 'opening' ? { name: 'approving', method } : now)),
      confirming: () => setPhase({ name: 'confirming', method }),
      paid: (order) => {
        keepLink(order)
        client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, order)
        if (order.isPaid) toast.success('Payment Successful')
        void wanted.then(({ ordered }) => settleExpress(order._id, ordered))
        goTo(order._id)
      },
      cancelled: () =>
        setPhase({ name: 'left', message: `${METHOD_TEXTS[method].left} Nothing was charged.` }),
      failed: (error) => {
        if (error instanceof AlreadyBought) return
        const placed = orderIn(error)
        if (placed) {
          markPlaced(placed)
          // The order's page says whether the payment is being confirmed, and offers the other ways to pay.
          if (!isConfirming(error)) toast.error(messageOf(error, method))
          return goTo(placed)
        }
        updateCart(client, error)
        setPhase({ name: 'failed', message: messageOf(error, method) })
      },
    }
    setPhase({ name: 'opening', method })
    try {
      running.current =
        method === 'paypal'
          ? startPayPalExpress(methods.parts.sessions.instance, wanted, outcome)
          : startWalletExpress(method, methods.parts, { wanted, cents, merchantName, environment, outcome })
    } catch (error) {
      outcome.failed(error)
    }
  }
  return { phase, press, close: () => running.current?.close() }
}

/** Shows the new prices or the stock, if the shop has refused the order because of them. */
function updateCart(client: QueryClient, error: unknown): void {
  // `reason` is that of an approved payment at PayPal.
  const { code, reason } = error instanceof CallError ? error.data : {}
  if (code === 'prices' || reason === 'prices') void updatePrices(client).catch(() => undefined)
  else if (isConflict(error)) void refresh(client, 'products')
}

/** Opens the page of an order. The goods of one that is not paid stay in the cart. */
function openOrder(id: string, client: QueryClient, navigate: NavigateFunction): void {
  // Without its lines, the page of the cart is short: further down, it would show the footer.
  window.scrollTo({ top: 0, behavior: 'instant' })
  void refresh(client, 'products', 'orders')
  void navigate(`/order/${id}`)
}

function isConfirming(error: unknown): boolean {
  return error instanceof CallError && error.data.code === 'confirming'
}
