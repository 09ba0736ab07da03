/** Who may open the page of an order: a signed-in user, or a guest with the link to it. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import type { UserInfo } from '#shared/api/users.ts'
import { guestLinkOf, keepGuestLink } from '../../api/guest-links.ts'
import { refresh } from '../../api/query.ts'
import { RequireUser } from '../../session/guard.tsx'
import { useUser } from '../../session/session.ts'

type OrderAccessProps = {
  id: string
  skeleton: ReactNode
  /** @param user null for a guest */
  children: (user: UserInfo | null) => ReactNode
}

/** Shows the page to users and to guests with a link. Sends everybody else to /login. */
export function OrderAccess({ id, skeleton, children }: OrderAccessProps) {
  const user = useUser()
  const hasLink = useOrderLink(id)
  if (hasLink === undefined) return skeleton
  if (hasLink && user === null) return children(null)
  return <RequireUser skeleton={skeleton}>{children}</RequireUser>
}

/**
 * Whether this device has a link to the order; undefined before hydration. The token of a mailed link is the part of the
 * URL after `#`. It is kept on this device and removed from the URL, so that the history does not contain it.
 */
function useOrderLink(id: string): boolean | undefined {
  const client = useQueryClient()
  const [hasLink, setHasLink] = useState<boolean>()
  useEffect(() => {
    const readLink = () => {
      const token = window.location.hash.slice(1)
      if (token) {
        keepGuestLink(id, token)
        window.history.replaceState(window.history.state, '', window.location.pathname)
        // The page may show the refusal of an earlier link.
        void refresh(client, 'orders')
      }
      setHasLink(guestLinkOf(id) !== null)
    }
    readLink()
    window.addEventListener('hashchange', readLink)
    return () => window.removeEventListener('hashchange', readLink)
  }, [id, client])
  return hasLink
}
