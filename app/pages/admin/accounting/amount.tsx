import { Money } from '../../../ui/money.tsx'
import styles from './accounting.module.css'

/** A dollar amount; a quiet dash for 0, so that the other amounts of a table stand out. */
export function Amount({ dollars }: { dollars: number }) {
  if (dollars !== 0) return <Money dollars={dollars} />
  return (
    <span className={styles.none}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">$0.00</span>
    </span>
  )
}
