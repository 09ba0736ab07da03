import type { ComponentProps, ReactNode } from 'react'
import styles from './disclosure.module.css'

/**
 * A line that opens more content below it, with or without JavaScript. Of disclosures with the same `name`, only one is
 * open at a time.
 */
export function Disclosure({
  summary,
  className = '',
  children,
  ...details
}: ComponentProps<'details'> & { summary: ReactNode }) {
  return (
    <details {...details} className={`${styles.disclosure} ${className}`}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
