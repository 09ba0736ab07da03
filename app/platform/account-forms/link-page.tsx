import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { toast } from '#app/platform/ui/toast.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { AccountPage, type AccountPageProps, FormResult, SubmitButton } from './account-page.tsx'
import { invalidLinkMessage, isInvalidLink, useLinkToken } from './link-token.ts'
import styles from './account-page.module.css'

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

type LinkPageProps = LinkFormProps & Pick<AccountPageProps, 'title' | 'subtitle' | 'picture' | 'caption'>

/** A page that an email links to, with one button. */
export function LinkPage({ title, subtitle, picture, caption, ...form }: LinkPageProps) {
  return (
    <AccountPage title={title} subtitle={subtitle} picture={picture} caption={caption} allowSignedIn>
      {() => <LinkForm {...form} />}
    </AccountPage>
  )
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

const RENEWALS = {
  '/newsletter': 'Subscribe again',
  '/shop': 'Go to the shop',
  '/wholesale/invoices': 'Sign in to see your invoices',
  '/forgot': 'Ask for a new link',
  '/profile': 'Go to your profile',
  '/events': 'See all events',
} as const

/** The page where the user can get a new link or continue. */
type Renewal = keyof typeof RENEWALS

/** The message about an invalid link, with a button to that page. */
export function InvalidLink({ text, to }: { text: string; to: Renewal }) {
  return (
    <FormResult text={text} role="alert">
      <ButtonLink to={to}>{RENEWALS[to]}</ButtonLink>
    </FormResult>
  )
}
