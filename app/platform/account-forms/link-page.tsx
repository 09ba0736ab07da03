import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { toast } from '../ui/toast.tsx'
import { InvalidLink, invalidLinkMessage, isInvalidLink, type Renewal } from './invalid-link.tsx'
import { useLinkToken } from './link-token.ts'
import { FormResult } from './form-result.tsx'
import styles from './account-page.module.css'
import { SubmitButton } from './submit-button.tsx'

type LinkFormProps = {
  /** Explains what the button does. */
  children: ReactNode
  action: string
  /** Sends the token to the server and returns the message for success. */
  follow: (token: string) => Promise<string>
  /** Shown below the message for success. */
  next: ReactNode
  /** The page where the user gets a new link. */
  renew: Renewal
}

/**
 * Uses the token of an email link only after the user presses a button, because mail scanners open links automatically.
 */
export function LinkForm({ children, action, follow, next, renew }: LinkFormProps) {
  const token = useLinkToken()
  const following = useMutation({
    mutationFn: follow,
    // This page itself shows the message about an invalid link.
    onError: (error) => (isInvalidLink(error) ? undefined : toast.error(error.message)),
  })
  if (following.isSuccess) return <FormResult text={`${following.data}.`}>{next}</FormResult>
  const invalid = invalidLinkMessage(token, following.error)
  if (invalid !== null) return <InvalidLink text={invalid} to={renew} />
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (token && !following.isPending) following.mutate(token)
  }
  return (
    <form method="post" onSubmit={submit}>
      {children}
      <div className={`stack-3 above-1 ${styles.actions}`}>
        <SubmitButton busy={following.isPending}>{action}</SubmitButton>
      </div>
    </form>
  )
}
