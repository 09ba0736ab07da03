import { CallError, fieldsIn } from '../api/call.ts'
import { ButtonLink } from '../ui/button.tsx'
import { FormResult } from './form-result.tsx'

/** Whether the server refused the link from an email because the link has expired, was used before or is incomplete. */
export function isInvalidLink(error: Error | null): error is CallError {
  return error instanceof CallError && (error.data.code === 'link' || 'token' in fieldsIn(error))
}

/** The message about a link from an email that cannot be used; null if the link may be valid. */
export function invalidLinkMessage(token: string | undefined, error: Error | null): string | null {
  if (token === '') return 'This link is incomplete. Open it from the email again.'
  return isInvalidLink(error) ? `${error.message}.` : null
}

const RENEWALS = {
  '/newsletter': 'Subscribe again',
  '/shop': 'Go to the shop',
  '/forgot': 'Ask for a new link',
  '/profile': 'Go to your profile',
  '/events': 'See all events',
} as const

/** The page where the user can get a new link or continue. */
export type Renewal = keyof typeof RENEWALS

/** The message about an invalid link, with a button to that page. */
export function InvalidLink({ text, to }: { text: string; to: Renewal }) {
  return (
    <FormResult text={text} role="alert">
      <ButtonLink to={to}>{RENEWALS[to]}</ButtonLink>
    </FormResult>
  )
}
