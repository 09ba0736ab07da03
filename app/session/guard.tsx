/** Access to pages. On the server and in the first render the user is not known yet, so the skeleton is shown. */
import { useEffect, useState, type ReactNode } from 'react'
import { Link, Navigate, useLocation, useNavigation } from 'react-router'
import { roleOfUser, type UserInfo } from '#shared/api/users.ts'
import { accessOfPage } from '#shared/pages.ts'
import { admits, type StaffAccess, type StaffRole } from '#shared/roles.ts'
import { withRedirect } from './redirect.ts'
import { useUser } from './session.ts'

type GuardProps = {
  /** Shown until the user is known. It has the size of the page, so that nothing moves when it is replaced. */
  skeleton: ReactNode
  children: (user: UserInfo) => ReactNode
}

/** A page for signed-in users. Other visitors are sent to /login, and back to the page after they sign in. */
export function RequireUser({ skeleton, children }: GuardProps) {
  const user = useUser()
  const { pathname, search } = useLocation()
  if (user) return children(user)
  return (
    <>
      {skeleton}
      {user === null ? <Redirect to={withRedirect('/login', pathname + search)} /> : <JavaScriptNote />}
    </>
  )
}

/**
 * A page for buyers: signed-in users and guests. If the session ends while the page is shown, the visitor is sent to
 * /login, because the page would otherwise turn into one for guests without a word.
 */
export function RequireBuyer({
  skeleton,
  children,
}: Omit<GuardProps, 'children'> & { children: (user: UserInfo | null) => ReactNode }) {
  const user = useUser()
  const { pathname, search } = useLocation()
  const [wasSignedIn, setSignedIn] = useState(false)
  if (user && !wasSignedIn) setSignedIn(true)
  if (user || (user === null && !wasSignedIn)) return children(user)
  return (
    <>
      {skeleton}
      {user === null ? <Redirect to={withRedirect('/login', pathname + search)} /> : <JavaScriptNote />}
    </>
  )
}

/**
 * A page for staff. Customers are sent to /login without a redirect parameter: signing in would lead them here again.
 * @param access who may open it; without it, the rule of the page's link decides
 */
export function RequireStaff({
  access,
  skeleton,
  children,
}: GuardProps & { access?: StaffAccess | undefined }) {
  const user = useUser()
  const { pathname, search } = useLocation()
  const role = user ? roleOfUser(user) : null
  if (user && admits(access ?? accessOfPage(pathname), role)) return children(user)
  if (role) return <NotYours role={role} />
  return (
    <>
      {skeleton}
      {user === undefined ? (
        <JavaScriptNote />
      ) : (
        <Redirect to={user ? '/login' : withRedirect('/login', pathname + search)} />
      )}
    </>
  )
}

function NotYours({ role }: { role: StaffRole }) {
  return (
    <p>
      Your role, {role}, does not include this page. An owner can change your role.{' '}
      <Link to="/admin">See your work</Link>
    </p>
  )
}

/**
 * Redirects, unless another navigation is in progress. Signing out already goes to /login, without a redirect
 * parameter.
 */
function Redirect({ to }: { to: string }) {
  const isNavigating = useNavigation().state !== 'idle'
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), 0)
    return () => clearTimeout(timer)
  }, [])
  return waited && !isNavigating ? <Navigate to={to} replace /> : null
}

/** A note for browsers without JavaScript. */
export function JavaScriptNote() {
  return (
    <noscript>
      <p>This page needs JavaScript: your account and your cart are kept in this browser.</p>
    </noscript>
  )
}
