import { Skeleton, SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import { OrderHead } from './order-head.tsx'
import styles from '#app/platform/orders/order.module.css'

/** The order page before the order is loaded. */
export function OrderSkeleton() {
  return (
    <div className={`stack-6 ${styles.page}`}>
      <OrderHead />
      <div className={`stack-6 align-top ${styles.columns}`}>
        <div className={`stack-3 may-shrink ${styles.aside}`}>
          <div className={`stack-3 pad-3 box mat break-words ${styles.panel}`}>
            <Skeleton height="1.6rem" width="50%" />
            <SkeletonLines count={5} />
            <Skeleton height="48px" />
          </div>
        </div>
        <div className={`stack-6 may-shrink ${styles.facts}`}>
          <SkeletonLines count={5} />
          <SkeletonLines count={3} height="6rem" />
        </div>
      </div>
    </div>
  )
}
