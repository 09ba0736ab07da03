import type { ReactNode } from 'react'
import styles from './save-bar.module.css'

/** A bar that stays visible at the end of a long form, with its buttons and whether changes are unsaved. */
export function SaveBar({ state, children }: { state: string; children: ReactNode }) {
  return (
    <div className={styles.bar}>
      <div className={styles.actions}>{children}</div>
      <p role="status" className={styles.state}>
        {state}
      </p>
    </div>
  )
}
