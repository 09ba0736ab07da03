import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { orders, type Order } from '#shared/api/orders.ts'
import type { UserInfo } from '#shared/api/users.ts'
import { isNotFound } from '../../api/call.ts'
import { askInBrowser, askOnServer } from '../../api/prefetch.ts'
import { ask } from '../../api/query.ts'
import { paypalConfig } from '../../paypal/use-paypal.ts'
import { RequireUser } from '../../session/guard.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { toast } from '../../ui/toast.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { CloseUnderWay } from './admin/close-under-way.tsx'
import { ShopTime } from '../admin/shop-time.tsx'
import { DeskRecords } from './admin/admin-records.tsx'
import { Fulfilment } from './admin/fulfilment.tsx'
import { Refunds } from './admin/refund.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderHead, OrderWays } from './order-head.tsx'
import { OrderPanel } from './order-panel.tsx'
import { OrderSkeleton } from './order-skeleton.tsx'
import styles from '../../orders/order.module.css'

const SECOND = 1000

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, paypalConfig)
export const clientLoader = () => askInBrowser(paypalConfig)

export default function OrderPage() {
  const { id = '' } = useParams()
  return (
    <>
      <PageHead title="Order" hidden />
      <RequireUser skeleton={<OrderSkeleton id={id} />}>
        {(user) => <OrderOf key={id} id={id} user={user} />}
      </RequireUser>
    </>
  )
}

function OrderOf({ id, user }: { id: string; user: UserInfo }) {
  const query = useQuery({
    ...ask(orders.one, { params: { id } }),
    refetchInterval: ({ state }) => pauseBefore(state.data),
    // A window that comes back from PayPal in another tab should find the truth.
    refetchOnWindowFocus: 'always',
  })
  useToastWhenPaid(query.data)
  // Before what was known: somebody else may be signed in by now.
  if (isNotFound(query.error)) return <NoSuchOrder user={user} />
  if (query.data) return <OrderView order={query.data} user={user} readAt={query.dataUpdatedAt} />
  if (query.isPending) {
    return (
      <>
        <Loading what="Fetching the order" />
        <OrderSkeleton id={id} />
      </>
    )
  }
  return (
    <section className={styles.page}>
      <OrderHead id={id} />
      <LoadError error={query.error} retry={query.refetch} />
    </section>
  )
}

function OrderView({ order, user, readAt }: { order: Order; user: UserInfo; readAt: number }) {
  return (
    <section className={styles.page}>
      <OrderHead id={order._id} order={order} />
      <div className={styles.columns}>
        <aside className={styles.aside} aria-label="Payment and total" data-long={user.isAdmin || undefined}>
          <OrderPanel order={order} user={user} readAt={readAt} />
          {user.isAdmin ? <CloseUnderWay order={order} /> : null}
          {user.isAdmin ? <Fulfilment order={order} /> : null}
          {user.isAdmin ? <Refunds order={order} /> : null}
        </aside>
        <div className={styles.facts}>
          <OrderFacts order={order} />
          {user.isAdmin ? <DeskRecords order={order} /> : null}
          {user.isAdmin ? <ShopTime /> : null}
        </div>
      </div>
    </section>
  )
}

/** For an order that is not there, and for somebody else's, which is the same to whoever asks. */
function NoSuchOrder({ user: { isAdmin } }: { user: UserInfo }) {
  return (
    <section className={styles.page}>
      <OrderWays />
      <div className={styles.missing}>
        <h1>No such order</h1>
        <p>
          {isAdmin
            ? 'There is no order with this number.'
            : 'There is no order with this number in your account. It may belong to another one.'}
        </p>
        <ButtonLink to={isAdmin ? '/admin/orderlist' : '/profile'}>
          {isAdmin ? 'See all orders' : 'See your orders'}
        </ButtonLink>
      </div>
    </section>
  )
}

/** How long until the order is asked again by itself; false when it will not change on its own. */
function pauseBefore(order: Order | undefined): number | false {
  if (order?.state === 'capturing') return (order.paymentState === 'review' ? 20 : 3) * SECOND
  // PayPal has yet to say that the money is on its way.
  if (order?.refunds.some(({ state }) => state === 'started')) return 5 * SECOND
  // The hold has run out and the shop is about to say so.
  if (order?.state === 'pending' && order.holdSecondsLeft === 0) return 5 * SECOND
  return false
}

/** Whoever brings the news, this answer or a later one: it is told once. */
function useToastWhenPaid(order: Order | undefined): void {
  const wasUnpaid = useRef(false)
  useEffect(() => {
    if (!order) return
    if (wasUnpaid.current && order.isPaid) toast.success('Payment Successful')
    wasUnpaid.current = !order.isPaid
  }, [order])
}
