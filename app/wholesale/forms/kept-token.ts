import { useEffect, useState } from 'react'
import { useLinkToken } from '#app/platform/account-forms/link-token.ts'

/** The token of the link of a mail. The tab keeps it under this name, so that the page is still there after a reload. */
export function useKeptToken(name: string): string | undefined {
  const token = useLinkToken()
  const [kept, setKept] = useState<string>()
  useEffect(() => {
    if (token === undefined) return
    if (token) sessionStorage.setItem(name, token)
    // oxlint-disable-next-line react/set-state-in-effect -- only the browser has the storage
    setKept(token || (sessionStorage.getItem(name) ?? ''))
  }, [token, name])
  return kept
}
