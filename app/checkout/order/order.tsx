import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Navigate, useParams, type LoaderFunctionArgs } from 'react-router'
import { paysInvoices } from '#shared/checkout/gift-cards.ts'
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { CallError, isNotFound } from '#app/platform/api/call.ts'
import { askInBrowser, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { paypalConfig } from '#app/platform/paypal/use-paypal.ts'
import { focusHeading } from '#app/platform/layout/focus-heading.ts'
import { useSettled } from '#app/platform/cart/placed-order.ts'
import { LinkAccess } from '#app/platform/session/link-access.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Loading } from '#app/platform/ui/skeleton.tsx'
import { OrderLinksForm } from '#app/platform/account-forms/email-form.tsx'
import styles from '#app/platform/orders/order.module.css'
import page from './page.module.css'
import { OrderRecords } from './admin/records.tsx'
import { StaffParts } from './admin/staff-parts.tsx'
import { AskAboutOrder, ReportProblem } from './message.tsx'
import { AfterThanks, guidesQuery, subscriptionQuery } from './after-thanks.tsx'
import { KeptLink } from './guest-options.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderHead, OrderNav, OrderSkeleton } from './order-head.tsx'
import { OrderPanel } from './order-panel.tsx'
import { OrderSubscriptions } from './order-subscriptions.tsx'
import { OrderWords, Steps, Thanks } from './thanks.tsx'

/** Buyers do not load it. */
const DeskOrder = lazy(async () => ({ default: (await import('./admin/desk-order.tsx')).DeskOrder }))

const SECOND = 1000

export const loader = ({ context }: LoaderFunctionArgs) =>
  askOnServer(context, paypalConfig, subscriptionQuery, guidesQuery)
export const clientLoader = () => askInBrowser(paypalConfig, subscriptionQuery, guidesQuery)

export default function OrderPage() {
  const { id = '' } = useParams()
  return (
    <LinkAccess id={id} resource="orders" skeleton={<OrderSkeleton />}>
      {(user) => <OrderOf key={id} id={id} user={user} />}
    </LinkAccess>
  )
}

/** @param user null for a guest */
function OrderOf({ id, user }: { id: string; user: UserInfo | null }) {
  const query = useQuery({
    ...ask(orders.one, { params: { id } }),
    refetchInterval: ({ state }) => refetchPause(state.data),
    // The buyer may have paid in another tab.
    refetchOnWindowFocus: 'always',
  })
  useToastWhenPaid(query.data)
  useSettled(query.data)
  // This is checked before cached data is shown, because another user may have signed in. Staff who are not admins see
  // the orders of other people on a separate page.
  if (isNotFound(query.error) && user?.role && !user.isAdmin)
    return <Navigate to={`/admin/packing/${id}`} replace />
  if (isNotFound(query.error)) return <NoSuchOrder isAdmin={user?.isAdmin ?? false} />
  if (isRefusedLink(query.error)) return <RefusedLink error={query.error} />
  if (query.data) return <OrderView order={query.data} user={user} readAt={query.dataUpdatedAt} />
  if (query.isPending) {
    return (
      <>
        <Loading what="Loading the order" />
        <OrderSkeleton />
      </>
    )
  }
  return (
    <section className={`stack-6 ${styles.page}`}>
      <OrderHead />
      <LoadError error={query.error} retry={query.refetch} />
    </section>
  )
}

/** The buyer's page. Staff see the orders of others as a page of the desk. */
function OrderView({ order, user, readAt }: { order: Order; user: UserInfo | null; readAt: number }) {
  const isAdmin = user?.isAdmin ?? false
  if (user?.isAdmin && order.user._id !== user._id)
    return (
      <Suspense fallback={<OrderSkeleton />}>
        <DeskOrder order={order} user={user} readAt={readAt} />
      </Suspense>
    )
  // An order that is not paid has its total and the payment first, and the facts after them.
  const isOpen = order.state === 'pending' || order.state === 'capturing'
  return (
    <section className={`stack-6 ${styles.page}`}>
      <div className="stack-3">
        <OrderHead order={order} />
        {!isOpen ? <Thanks order={order} readAt={readAt} /> : null}
      </div>
      {!isAdmin ? <AfterThanks order={order} /> : null}
      <div className={`stack-6 align-top ${styles.columns} ${isOpen ? page.payment : ''}`}>
        {isOpen ? <OrderWords order={order} readAt={readAt} /> : null}
        <aside
          className={`stack-3 may-shrink ${styles.aside}`}
          aria-label="Payment and total"
          data-long={isAdmin || undefined}
        >
          <OrderPanel order={order} user={user} readAt={readAt} />
          {isAdmin ? <StaffParts order={order} /> : <BuyersParts order={order} />}
        </aside>
        <div className={`stack-6 may-shrink ${styles.facts}`}>
          {isOpen ? <Steps order={order} readAt={readAt} /> : null}
          <OrderFacts order={order} />
          {isAdmin ? <OrderRecords order={order} /> : null}
        </div>
      </div>
    </section>
  )
}

function BuyersParts({ order }: { order: Order }) {
  return (
    <>
      {order.isGiftCard ? null : <OrderSubscriptions order={order} />}
      {order.isPaid && !order.isGiftCard ? <ReportProblem order={order} /> : null}
      <AskAboutOrder order={order} />
      {order.isGuest && order.user._id === null && !paysInvoices(order) ? <KeptLink order={order} /> : null}
    </>
  )
}

/** Shown if the order does not exist. The server gives the same answer for another user's order. */
function NoSuchOrder({ isAdmin }: { isAdmin: boolean }) {
  return (
    <section className={`stack-6 ${styles.page}`}>
      <PageHead title="No such order" hidden />
      <OrderNav />
      <div className="stack-3 items-left">
        <h1>No such order</h1>
        <p>
          {isAdmin
            ? 'There is no order with this number.'
            : 'There is no order with this number in your account. It may belong to another account.'}
        </p>
        <ButtonLink to={isAdmin ? '/admin/orderlist' : '/profile'}>
          {isAdmin ? 'See all orders' : 'See your orders'}
        </ButtonLink>
      </div>
    </section>
  )
}

/** Whether the server refused the link of a guest. */
function isRefusedLink(error: unknown): error is CallError {
  return error instanceof CallError && error.failure === 403 && error.data.code === 'link'
}

/** Shown if the guest's link is forged or expired: why, and a form to get a new one. */
function RefusedLink({ error }: { error: CallError }) {
  return (
    <section className={`stack-6 ${styles.page}`}>
      <OrderHead />
      <div className="stack-3 items-left">
        <p role="alert">{error.message}.</p>
        <OrderLinksForm />
      </div>
    </section>
  )
}

/** Milliseconds until the order is fetched again. False if only user actions can change its state. */
function refetchPause(order: Order | undefined): number | false {
  if (order?.state === 'capturing') return (order.paymentState === 'review' ? 20 : 3) * SECOND
  // PayPal has not confirmed the refund yet.
  if (order?.refunds.some(({ state }) => state === 'started')) return 5 * SECOND
  // The hold has ended, and the server is about to expire the order.
  if (order?.state === 'pending' && order.holdSecondsLeft === 0) return 5 * SECOND
  return false
}

/** When the order becomes paid, a toast says so once, and the page shows its top, where the thanks are. */
function useToastWhenPaid(order: Order | undefined): void {
  const wasUnpaid = useRef(false)
  useEffect(() => {
    if (!order) return
    if (wasUnpaid.current && order.isPaid) {
      toast.success('Payment Successful')
      scrollTo({ top: 0, behavior: 'instant' })
      focusHeading()
    }
    wasUnpaid.current = !order.isPaid
  }, [order])
}
