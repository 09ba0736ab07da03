import { buysSubscription, paysInvoices } from '#shared/checkout/gift-cards.ts'
import { useEffect, useRef } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { type Order, orders } from '#shared/checkout/api/orders.ts'
import { restPaidWith } from '#shared/checkout/payment-text.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { OrderPayment } from '#app/platform/paypal/order-payment.tsx'
import { SandboxNote } from '#app/platform/paypal/sandbox-note.tsx'
import { ButtonLink, Button } from '#app/platform/ui/button.tsx'
import { goodsOf } from '#app/platform/orders/goods.ts'
import styles from '#app/platform/orders/order.module.css'
import { missingIn, OrderAgain, useAddAgain } from '#app/platform/orders/order-again.tsx'
import { refundedCents } from '#app/platform/orders/refunds.ts'
import { Totals } from '#app/platform/orders/totals.tsx'
import { usePart } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { useCart } from '#app/platform/cart/cart.ts'
import { usePlaced } from '#app/platform/cart/placed.ts'
import { refresh } from '#app/platform/api/query.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { Hold, MoreTime } from './hold.tsx'
import { FileButton } from './file-button.tsx'

type OrderPanelProps = {
  order: Order
  /** Null for a guest. */
  user: UserInfo | null
  /** The time at which the browser received the order, in milliseconds. The countdown of the hold starts from it. */
  readAt: number
}

/** The totals of the order, and the actions that are possible in its state. */
export function OrderPanel({ order, user, readAt }: OrderPanelProps) {
  const isOpen = order.state === 'pending' || order.state === 'capturing'
  // A user who is not an admin can read only their own orders.
  const isBuyer = !user?.isAdmin || order.user._id === user._id
  const heading = useFocusWhenClosed(isOpen)
  return (
    <div className={`stack-3 pad-3 box mat break-words ${styles.panel}`}>
      <h2 ref={heading} tabIndex={-1}>
        Order Summary
      </h2>
      <Totals
        {...order}
        refunded={toDollars(refundedCents(order))}
        restPaidWith={order.isPaid ? restPaidWith(order) : undefined}
      />
      {isOpen && isBuyer ? <Payment order={order} readAt={readAt} /> : null}
      {isOpen && !isBuyer ? <Unpaid order={order} readAt={readAt} /> : null}
      {isOpen ? null : <Outcome order={order} isBuyer={isBuyer} />}
    </div>
  )
}

/** Moves the focus to the heading when the pay or cancel button disappears. */
function useFocusWhenClosed(isOpen: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body
    if (wasOpen.current && !isOpen && isFocusLost) heading.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  return heading
}

/** The payment stays while the payment is being confirmed, so that it can show the result. */
function Payment({ order, readAt }: { order: Order; readAt: number }) {
  return (
    <>
      <OrderPayment
        order={order}
        before={
          <Hold
            goods={paysInvoices(order) ? 'this payment' : goodsOf(order.orderItems)}
            secondsLeft={order.holdSecondsLeft ?? 0}
            receivedAt={readAt}
            more={order.canExtendHold ? <MoreTime order={order} /> : undefined}
          />
        }
        after={<CancelOrder order={order} />}
      />
      <SandboxNote />
    </>
  )
}

/** The state of another user's unpaid order, as an admin sees it. */
function Unpaid({ order, readAt }: { order: Order; readAt: number }) {
  if (order.state === 'capturing') {
    return (
      <p className={`pad-top-2 rule-soft lead italic ${styles.note}`}>
        {order.paymentState === 'review'
          ? 'PayPal is reviewing this payment, which can take a day.'
          : 'The payment is being confirmed.'}
      </p>
    )
  }
  return (
    <>
      <Hold goods="the goods" secondsLeft={order.holdSecondsLeft ?? 0} receivedAt={readAt} />
      <CancelOrder order={order} />
    </>
  )
}

function Outcome({ order, isBuyer }: { order: Order; isBuyer: boolean }) {
  switch (order.state) {
    case 'expired':
      return <Closed title="The hold has expired" order={order} isBuyer={isBuyer} />
    case 'cancelled':
      return <Closed title="This order was canceled" order={order} isBuyer={isBuyer} />
    case 'refunded':
      return (
        <>
          <p className={`pad-top-2 rule-soft lead italic ${styles.note}`}>This order was refunded in full.</p>
          {isBuyer ? <PaidOrderActions order={order} /> : null}
        </>
      )
    case 'paid':
    case 'shipped':
    case 'delivered':
      return isBuyer ? <PaidOrderActions order={order} /> : null
    default:
      return null
  }
}

/** The actions for the buyer of a paid order. The steps of the order are shown above it (thanks.tsx). */
function PaidOrderActions({ order }: { order: Order }) {
  return (
    <>
      {order.isPaid && !order.isReplacement && !paysInvoices(order) ? (
        <FileButton file={orders.invoice} order={order} name={`invoice-${order.number}.pdf`}>
          Invoice (PDF)
        </FileButton>
      ) : null}
      {order.isReplacement || order.isGiftCard ? null : <OrderAgain order={order} />}
      {paysInvoices(order) ? <BackToInvoices /> : null}
      <ButtonLink look="quiet" to="/shop">
        Continue Shopping
      </ButtonLink>
      <ButtonLink look="quiet" to="/">
        Return Home
      </ButtonLink>
    </>
  )
}

/** The page from which the payment was started. */
function BackToInvoices() {
  const { state } = useLocation()
  const page: unknown = state?.invoices
  return (
    <ButtonLink to={typeof page === 'string' ? page : '/wholesale/invoices'}>
      {typeof page === 'string' ? 'Back to the invoice' : 'All invoices'}
    </ButtonLink>
  )
}

function Closed({ title, order, isBuyer }: { title: string; order: Order; isBuyer: boolean }) {
  const isSubscription = buysSubscription(order)
  const isInvoice = paysInvoices(order)
  const isSold = usePart(isSubscription ? 'subscriptions' : 'giftCards') === 'on'
  return (
    <>
      <div role="status">
        <h3>{title}</h3>
        <p>
          {isCharged(order)
            ? 'A payment was received anyway. It will be refunded in full: see Payment.'
            : order.isGiftCard
              ? `Nothing was charged${isInvoice ? '' : isSubscription ? ', and nothing is sent' : ', and there is no gift card'}.`
              : 'Nothing was charged, and all items are back in stock.'}
        </p>
      </div>
      {isBuyer && !order.isReplacement && !order.isGiftCard ? <ReturnToCart order={order} /> : null}
      {!isBuyer && order.via !== 'web' && order.account === null ? (
        <ButtonLink to={`/admin/new-order?again=${order._id}`}>Place again</ButtonLink>
      ) : null}
      {isBuyer && order.isGiftCard && !isInvoice && isSold ? (
        <ButtonLink to={isSubscription ? '/subscribe/gift' : '/gift-cards'}>
          {isSubscription ? 'Give a subscription' : 'Buy a gift card'}
        </ButtonLink>
      ) : null}
      <ButtonLink look="quiet" to="/shop">
        See the coffees
      </ButtonLink>
    </>
  )
}

/** Whether a payment was received for an order that was already closed. */
function isCharged({ dueBack, refunds }: Order): boolean {
  return dueBack.length > 0 || refunds.some(({ state }) => state !== 'failed')
}

/** Cancels an unpaid order after a confirmation. */
function CancelOrder({ order }: { order: Order }) {
  const client = useQueryClient()
  const canceling = useMutation({
    mutationFn: () => call(orders.remove, { params: { id: order._id } }),
    onSuccess: () => toast.success('Order canceled. Nothing was charged'),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'orders', 'products'),
  })
  const cancel = () => {
    if (!canceling.isPending && window.confirm('Are you sure?')) canceling.mutate()
  }
  return (
    <Button look="quiet" busy={canceling.isPending} onClick={cancel}>
      {paysInvoices(order) ? 'Cancel this payment' : 'Cancel this order'}
    </Button>
  )
}

/**
 * Adds the items of a canceled or expired order to the cart, as far as they are in stock. If this device placed the order,
 * they are still there, unless the buyer has removed some.
 */
function ReturnToCart({ order: { _id, orderItems } }: { order: Order }) {
  const isOfCart = usePlaced()?.id === _id
  const cart = useCart()
  const missing = isOfCart ? missingIn(cart, orderItems) : orderItems
  const returning = useAddAgain(async () => missing)
  if (missing.length === 0) return <ButtonLink to="/checkout">Back to the checkout</ButtonLink>
  return (
    <Button busy={returning.isPending} onClick={() => returning.mutate()}>
      Put these back in the cart
    </Button>
  )
}
