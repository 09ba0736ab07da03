/**
 * The token of an email link: the part of the URL after `#`. It is removed from the URL, so that the history does not
 * store it.
 */
import { useEffect, useState } from 'react'

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
