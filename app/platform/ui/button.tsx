import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './button.module.css'

type Look = 'solid' | 'line' | 'quiet'

/**
 * A button. While `busy`, it keeps its size, ignores presses, and screen readers announce it as busy. With `aria-disabled`
 * it ignores presses and keeps the focus, for buttons that their own press makes useless, such as *Up* of the first item.
 */
export function Button({
  look = 'solid',
  busy = false,
  className = '',
  type = 'button',
  onClick,
  children,
  'aria-disabled': isOff,
  ...rest
}: ComponentProps<'button'> & { look?: Look; busy?: boolean }) {
  const isIgnored = busy || isOff === true
  return (
    <button
      {...rest}
      type={type}
      className={`${styles.button} ${styles[look]} ${className}`}
      aria-busy={busy || undefined}
      aria-disabled={isIgnored || undefined}
      onClick={isIgnored ? (event) => event.preventDefault() : onClick}
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
