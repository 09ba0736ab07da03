import { CallError } from '../../api/call.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Said } from './said.tsx'

/** The server says that a link from a mail opens nothing any more. */
export function isDeadLink(error: Error | null): error is CallError {
  return error instanceof CallError && error.data.code === 'link'
}

/** Why a link opens nothing, for people; null while it may open something. */
export function whyDead(token: string | undefined, error: Error | null): string | null {
  if (token === '') return 'This link is not whole. Open it from the mail once more.'
  return isDeadLink(error) ? `${error.message}.` : null
}

/** What is said of such a link, and the way on. */
export function DeadLink({ text, to }: { text: string; to: '/forgot' | '/profile' }) {
  return (
    <Said words={text} role="alert">
      <ButtonLink to={to}>{to === '/forgot' ? 'Ask for a new link' : 'Go to your profile'}</ButtonLink>
    </Said>
  )
}
