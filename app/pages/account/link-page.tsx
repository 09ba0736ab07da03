import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { toast } from '../../ui/toast.tsx'
import { DeadLink, isDeadLink, whyDead } from './dead-link.tsx'
import { useLinkToken } from './link-token.ts'
import { Said } from './said.tsx'
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
  if (following.isSuccess) return <Said words={`${following.data}.`}>{next}</Said>
  const dead = whyDead(token, following.error)
  if (dead !== null) return <DeadLink text={dead} to={renew} />
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
