import { useEffect, useRef, type ReactNode } from 'react'
import styles from './sign-page.module.css'

type SaidProps = { words: string; role?: 'status' | 'alert'; children: ReactNode }

/** What is said in the place of a form. The keyboard goes to the words, since what it was at is gone. */
export function Said({ words, role = 'status', children }: SaidProps) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div className={styles.said}>
      <p ref={ref} tabIndex={-1} role={role}>
        {words}
      </p>
      {children}
    </div>
  )
}
