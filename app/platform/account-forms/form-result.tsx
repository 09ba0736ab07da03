import { useEffect, useRef, type ReactNode } from 'react'
import styles from './account-page.module.css'

type FormResultProps = { text: string; role?: 'status' | 'alert'; children: ReactNode }

/**
 * A message that replaces a form. The message gets the focus, because the focused element was removed with the form.
 */
export function FormResult({ text, role = 'status', children }: FormResultProps) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div className={`stack-3 items-left ${styles.result}`}>
      <p ref={ref} tabIndex={-1} role={role}>
        {text}
      </p>
      {children}
    </div>
  )
}
