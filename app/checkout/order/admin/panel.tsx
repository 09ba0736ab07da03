import type { ReactNode } from 'react'
import type { Order } from '#shared/checkout/api/orders.ts'
import styles from './admin.module.css'

/** A part of the side of an order that only staff see. @param of the state of the order, if the panel is about it */
export function Panel({
  id,
  title,
  state,
  of,
  children,
}: {
  id: string
  title: string
  state?: string
  of?: Order['state']
  children: ReactNode
}) {
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className="facts-line apart">
        <h2 id={id}>{title}</h2>
        {state === undefined ? null : (
          <p className={styles.state} data-state={of}>
            {state}
          </p>
        )}
      </header>
      {children}
    </section>
  )
}
