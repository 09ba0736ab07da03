/** The token of an email link, after `#` in the URL. It is removed from the URL, so that it is not in the history. */
import { useEffect, useState } from 'react'

/** The token; undefined before hydration, empty if the URL has none. */
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

/** Headers of pages that email links open: no caching and no referrer, so that the token is not stored or leaked. */
export const linkPageHeaders = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
