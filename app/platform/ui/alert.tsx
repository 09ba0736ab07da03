import type { ReactNode } from 'react'
import styles from './alert.module.css'

/**
 * A message within the page. Screen readers announce `danger` at once, and the other tones when they are idle. `danger`
 * also has a word and a line, so that its meaning does not depend on color alone.
 */
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
