/**
 * The token of an email link: the part of the URL after `#`. It is removed from the URL, so that the history does not
 * store it.
 */
import { useEffect, useState } from 'react'
import { CallError, fieldsIn } from '../api/call.ts'

/** The token. Undefined before hydration; empty if the URL has no token. */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>()
  useEffect(() => {
    const readToken = () => {
      const found = window.location.hash.slice(1)
      setToken((previous) => found || (previous ?? ''))
      if (found) window.history.replaceState(window.history.state, '', window.location.pathname)
    }
    readToken()
    window.addEventListener('hashchange', readToken)
    return () => window.removeEventListener('hashchange', readToken)
  }, [])
  return token
}

/**
 * Response headers of pages that email links open. They forbid caching and referrers, so that the token is not leaked.
 */
export const linkPageHeaders = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })

/**
 * Whether the server refused the link from an email because the link has expired, was used before or is incomplete.
 */
export function isInvalidLink(error: Error | null): error is CallError {
  return error instanceof CallError && (error.data.code === 'link' || 'token' in fieldsIn(error))
}

/** The message about a link from an email that cannot be used; null if the link may be valid. */
export function invalidLinkMessage(token: string | undefined, error: Error | null): string | null {
  if (token === '') return 'This link is incomplete. Open it from the email again.'
  return isInvalidLink(error) ? `${error.message}.` : null
}
