import type { ReactNode } from 'react'
import type { Order } from '#shared/checkout/api/orders.ts'
import { Email } from '#app/platform/ui/email.tsx'
import styles from '#app/platform/orders/order.module.css'

/** A line of text about a state. Its border is solid if `done`, otherwise dashed. */
export function Mark({ done, children }: { done: boolean; children: ReactNode }) {
  return (
    <p className={styles.state} data-done={done}>
      {children}
    </p>
  )
}

/** The name and the email of the buyer. */
export function BuyerLines({ of: { name, email } }: { of: Order['user'] }) {
  return (
    <p>
      {name}
      <br />
      <a href={`mailto:${email}`}>
        <Email>{email}</Email>
      </a>
    </p>
  )
}
