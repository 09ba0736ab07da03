import type { ReactNode } from 'react'
import styles from './save-bar.module.css'

/**
 * A bar at the end of a long form. It stays in view, has the form's buttons, and says whether there are unsaved
 * changes.
 */
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
