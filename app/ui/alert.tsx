import type { ReactNode } from 'react'
import styles from './alert.module.css'

/** A message in place. `warning` has its colour and waits to be read. `danger` is announced at once and marked by a word and a rule, not by colour alone. */
export function Alert({
  tone = 'note',
  children,
}: {
  tone?: 'danger' | 'warning' | 'note'
  children: ReactNode
}) {
  return (
    <div className={`${styles.alert} ${styles[tone]}`} role={tone === 'danger' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
