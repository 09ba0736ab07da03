/** Who may see a page. On the server and in the first render nobody is known yet, so the page's skeleton stands in. */
import { useEffect, useState, type ReactNode } from 'react'
import { Navigate, useLocation, useNavigation } from 'react-router'
import type { UserInfo } from '#shared/api/users.ts'
import { withRedirect } from './redirect.ts'
import { useUser } from './session.ts'

type Guarded = {
  /** Of the page's real size, so that nothing moves when it is replaced. */
  skeleton: ReactNode
  children: (user: UserInfo) => ReactNode
}

/** For signed-in users; anybody else signs in first and comes back. */
export function RequireUser({ skeleton, children }: Guarded) {
  const user = useUser()
  const { pathname, search } = useLocation()
  if (user) return children(user)
  return (
    <>
      {skeleton}
      {user === null ? <Leave to={withRedirect('/login', pathname + search)} /> : <WithoutScript />}
    </>
  )
}

/** For admins. A signed-in customer is sent to /login too, without a way back that would send him round in circles. */
export function RequireAdmin({ skeleton, children }: Guarded) {
  const user = useUser()
  const { pathname, search } = useLocation()
  if (user?.isAdmin) return children(user)
  return (
    <>
      {skeleton}
      {user === undefined ? (
        <WithoutScript />
      ) : (
        <Leave to={user ? '/login' : withRedirect('/login', pathname + search)} />
      )}
    </>
  )
}

/** Lets a sign-out go where it wants to (spec section 4: to /login, with no way back to here). */
function Leave({ to }: { to: string }) {
  const isLeaving = useNavigation().state !== 'idle'
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), 0)
    return () => clearTimeout(timer)
  }, [])
  return waited && !isLeaving ? <Navigate to={to} replace /> : null
}

/** For browsers without JavaScript; nobody else sees it. */
export function WithoutScript() {
  return (
    <noscript>
      <p>This page needs JavaScript: your account and your cart are kept in this browser.</p>
    </noscript>
  )
}
