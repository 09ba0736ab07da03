import type { ReactNode } from 'react'
import styles from '#app/platform/orders/order.module.css'

/** A line of text about a state. Its border is solid if `done`, otherwise dashed. */
export function Mark({ done, children }: { done: boolean; children: ReactNode }) {
  return (
    <p className={styles.state} data-done={done}>
      {children}
    </p>
  )
}
