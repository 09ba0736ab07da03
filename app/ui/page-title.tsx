import type { ReactNode } from 'react'
import styles from './page-title.module.css'

/** A page's name and, beside it where there is room, a line in italics. */
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
