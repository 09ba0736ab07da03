import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './button.module.css'

type Look = 'solid' | 'line' | 'quiet'

/** A button. While `busy`, it keeps its size, ignores presses, and screen readers announce it as busy. */
export function Button({
  look = 'solid',
  busy = false,
  className = '',
  type = 'button',
  onClick,
  children,
  ...rest
}: ComponentProps<'button'> & { look?: Look; busy?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      className={`${styles.button} ${styles[look]} ${className}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <span className={styles.text}>{children}</span>
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  look = 'solid',
  className = '',
  ...rest
}: ComponentProps<typeof Link> & { look?: Look }) {
  return <Link {...rest} className={`${styles.button} ${styles[look]} ${className}`} />
}
