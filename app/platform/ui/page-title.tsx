import type { ReactNode } from 'react'
import styles from './page-title.module.css'

/** The heading of a page, with an optional line in italics. The line is beside the heading on wide screens. */
export function PageTitle({
  title,
  className = '',
  children,
}: {
  title: string
  className?: string
  children?: ReactNode
}) {
  return (
    <header className={`${styles.head} ${className}`}>
      <h1>{title}</h1>
      {children ? <p className={styles.subtitle}>{children}</p> : null}
    </header>
  )
}
