import type { ReactNode } from 'react'
import styles from './save-bar.module.css'

/** Stays in sight at the foot of a long form: the way to save it, and what is not saved yet. */
export function SaveBar({ state, children }: { state: string; children: ReactNode }) {
  return (
    <div className={styles.bar}>
      <div className={styles.ways}>{children}</div>
      <p role="status" className={styles.state}>
        {state}
      </p>
    </div>
  )
}
