/** The token of a link from a mail, which stands behind `#`. It is taken out of the address, and so of the history. */
import { useEffect, useState } from 'react'

/** Undefined until the page is alive, empty where the address has none. */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>()
  useEffect(() => {
    const take = () => {
      const found = window.location.hash.slice(1)
      setToken((known) => found || (known ?? ''))
      if (found) window.history.replaceState(window.history.state, '', window.location.pathname)
    }
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return token
}

/** Of pages that a link from a mail opens: nothing of them is kept, and nobody is told where the reader came from. */
export const linkPageHeaders = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
