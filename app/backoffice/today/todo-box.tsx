import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber, plural } from '#shared/kernel/counts.ts'
import { useOrderPath } from '#app/platform/orders/order-link.tsx'
import styles from './todo.module.css'

/** A kind of open tasks: its number, the first few, and a link to all. */
export function TodoBox({
  things: [one, many],
  count,
  to,
  children,
}: {
  things: [one: string, many: string]
  count: number
  /** The URL of the filtered list. */
  to?: string
  children: ReactNode
}) {
  return (
    <section className={`stack-1 ${styles.box}`}>
      <h3>
        <span className={styles.count}>{formatNumber(count)}</span> {plural(count, one, many)}
      </h3>
      <ul>{children}</ul>
      {to ? (
        <Link to={to} className="reach self-left">
          {plural(count, 'See it in the list', `See all ${formatNumber(count)}`)}
          <span className="visually-hidden">: {plural(count, one, many)}</span>
        </Link>
      ) : null}
    </section>
  )
}

type ItemProps = { name: string; aside?: ReactNode; detail?: string } & ({ to: string } | { order: string })

/** @param order the id of an order, for a link to it */
export function Item({ name, aside, detail, ...target }: ItemProps) {
  const orderPath = useOrderPath('order' in target ? target.order : '')
  return (
    <li>
      <Link to={'to' in target ? target.to : orderPath} className={styles.item}>
        <span className={styles.name}>{name}</span>
        {aside ? <span className={styles.aside}> {aside}</span> : null}
        {detail ? <span className={styles.detail}> {detail}</span> : null}
      </Link>
    </li>
  )
}
