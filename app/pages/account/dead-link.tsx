import { useEffect, useRef } from 'react'
import { CallError } from '../../api/call.ts'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './sign-page.module.css'

/** The server says that a link from a mail opens nothing any more. */
export function isDeadLink(error: Error | null): error is CallError {
  return error instanceof CallError && error.data.code === 'link'
}

/** What is said of such a link, and the way on. */
export function DeadLink({ text, to }: { text: string; to: '/forgot' | '/profile' }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div className={styles.said}>
      <p ref={ref} tabIndex={-1} role="alert">
        {text}
      </p>
      <ButtonLink to={to}>{to === '/forgot' ? 'Ask for a new link' : 'Go to your profile'}</ButtonLink>
    </div>
  )
}
