import type { ComponentProps, ReactNode } from 'react'
import styles from './disclosure.module.css'

/** A line that opens more below it, with or without JavaScript. Of those with the same `name`, one is open. */
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
