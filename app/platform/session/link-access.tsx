/** Who may open the page of an order or a subscription: a signed-in user, or a buyer with the link to it. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import type { UserInfo } from '#shared/people/api/users.ts'
import type { Collection } from '#shared/start/api.ts'
import { guestLinkOf, keepGuestLink } from '../api/guest-links.ts'
import { refresh } from '../api/query.ts'
import { RequireUser } from './guard.tsx'
import { useUser } from './session.ts'

type LinkAccessProps = {
  id: string
  /** The resource that the page shows. It is fetched again when a new link is opened. */
  resource: Collection
  skeleton: ReactNode
  /** @param user null for a buyer with a link */
  children: (user: UserInfo | null) => ReactNode
}

/** Shows the page to users and to buyers with a link. Sends everyone else to /login. */
export function LinkAccess({ id, resource, skeleton, children }: LinkAccessProps) {
  const user = useUser()
  const hasLink = useKeptLink(id, resource)
  if (hasLink === undefined) return skeleton
  if (hasLink && user === null) return children(null)
  return <RequireUser skeleton={skeleton}>{children}</RequireUser>
}

/**
 * Whether this device has a link to the resource; undefined before hydration. The token of a mailed link is the part of
 * the URL after `#`. It is kept on this device and removed from the URL, so that the history does not contain it.
 */
function useKeptLink(id: string, resource: Collection): boolean | undefined {
  const client = useQueryClient()
  const [hasLink, setHasLink] = useState<boolean>()
  useEffect(() => {
    const readLink = () => {
      const token = window.location.hash.slice(1)
      if (token) {
        keepGuestLink(id, token)
        window.history.replaceState(window.history.state, '', window.location.pathname)
        // The page may still show the error of an earlier link.
        void refresh(client, resource)
      }
      setHasLink(guestLinkOf(id) !== null)
    }
    readLink()
    window.addEventListener('hashchange', readLink)
    return () => window.removeEventListener('hashchange', readLink)
  }, [id, resource, client])
  return hasLink
}
