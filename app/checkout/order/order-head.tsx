import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { Order } from '#shared/checkout/api/orders.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { Mark } from '#app/platform/layout/mark.tsx'
import { useUser } from '#app/platform/session/session.ts'
import { roleOfUser } from '#shared/people/api/users.ts'
import { orderTitle } from '#app/platform/orders/states.ts'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { Skeleton, SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import page from '#app/platform/orders/order.module.css'
import styles from './page.module.css'

/** Buyers do not load it. */
const DeskNav = lazy(async () => ({
  default: (await import('#app/platform/admin/desk/desk-nav.tsx')).DeskNav,
}))

/** The links on an order page, which has no site header. Staff have the desk's navigation (layout/frame.tsx). */
export function OrderNav() {
  const brand = useBusiness()
  const user = useUser()
  const isStaff = Boolean(user && roleOfUser(user))
  if (isStaff)
    return (
      <>
        <Suspense>
          <DeskNav />
        </Suspense>
        <Link to="/admin/orderlist" className={`reach ${styles.back}`}>
          All orders
        </Link>
      </>
    )
  const back = user === null ? { to: '/shop', text: 'The shop' } : { to: '/profile', text: 'Your orders' }
  return (
    <nav className={styles.nav} aria-label="Leave this order">
      <Link to="/" className={styles.mark}>
        <Mark className={styles.drawn} text={brand.mark} />
        <span className="visually-hidden">{brand.mark}, home</span>
      </Link>
      <Link to={back.to} className={`reach ${styles.back}`}>
        <span aria-hidden="true">←</span>
        <span className={styles.where}>{back.text}</span>
      </Link>
    </nav>
  )
}

/**
 * The title of an order, below the links. The heading gets the focus when the order is loaded, so it names the order and its
 * state for screen readers. The words below it are what is seen first.
 */
export function OrderHead({ order }: { order?: Order }) {
  const isAdmin = useUser()?.isAdmin ?? false
  const title = order ? orderTitle(order, isAdmin) : ''
  return (
    <header className="stack-1">
      <PageHead title={`Order ${title}`.trim()} hidden />
      <OrderNav />
      <Mark className="print-only" text={useBusiness().mark} />
      <h1 className={order ? 'visually-hidden' : ''}>
        Order{title ? <span className="visually-hidden"> {title}</span> : null}
      </h1>
      {order ? null : <p className="facts-line">{'\u00a0'}</p>}
    </header>
  )
}

/** The order page before the order is loaded. */
export function OrderSkeleton() {
  return (
    <div className={`stack-6 ${page.page}`}>
      <OrderHead />
      <div className={`stack-6 align-top ${page.columns}`}>
        <div className={`stack-3 may-shrink ${page.aside}`}>
          <div className={`stack-3 pad-3 box mat break-words ${page.panel}`}>
            <Skeleton height="1.6rem" width="50%" />
            <SkeletonLines count={5} />
            <Skeleton height="48px" />
          </div>
        </div>
        <div className={`stack-6 may-shrink ${page.facts}`}>
          <SkeletonLines count={5} />
          <SkeletonLines count={3} height="6rem" />
        </div>
      </div>
    </div>
  )
}
