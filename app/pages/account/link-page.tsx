import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { toast } from '../../ui/toast.tsx'
import { DeadLink, isDeadLink } from './dead-link.tsx'
import { useLinkToken } from './link-token.ts'
import styles from './sign-page.module.css'
import { SubmitButton } from './submit-button.tsx'

type LinkFormProps = {
  /** What pressing the button does, and what happens without. */
  children: ReactNode
  action: string
  /** Answers what is said when it is done. */
  follow: (token: string) => Promise<string>
  /** The way on from there. */
  next: ReactNode
  /** Where a new link comes from. */
  renew: '/forgot' | '/profile'
}

/** Follows a link from a mail at the press of a button: a program that only looks at links must not do it. */
export function LinkForm({ children, action, follow, next, renew }: LinkFormProps) {
  const token = useLinkToken()
  const following = useMutation({
    mutationFn: follow,
    // What is said of a dead link stands on the page.
    onError: (error) => (isDeadLink(error) ? undefined : toast.error(error.message)),
  })
  if (following.isSuccess) return <Done message={following.data}>{next}</Done>
  if (token === '')
    return <DeadLink text="This link is not whole. Open it from the mail once more." to={renew} />
  if (isDeadLink(following.error)) return <DeadLink text={`${following.error.message}.`} to={renew} />
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (token && !following.isPending) following.mutate(token)
  }
  return (
    <form method="post" onSubmit={submit}>
      {children}
      <div className={styles.actions}>
        <SubmitButton busy={following.isPending}>{action}</SubmitButton>
      </div>
    </form>
  )
}

function Done({ message, children }: { message: string; children: ReactNode }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div className={styles.said}>
      <p ref={ref} tabIndex={-1} role="status">
        {message}.
      </p>
      {children}
    </div>
  )
}
