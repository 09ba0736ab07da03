/** Access to pages. On the server and in the first render the user is not known yet, so the skeleton is shown. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { Link, Navigate, useLocation, useNavigation } from 'react-router'
import { roleOfUser, users, type UserInfo } from '#shared/people/api/users.ts'
import { accessOfPage } from '#shared/platform/admin-pages.ts'
import { admits, type StaffAccess, type StaffRole } from '#shared/kernel/roles.ts'
import { ask } from '../api/query.ts'
import { Alert } from '../ui/alert.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { hasDrafts } from './has-drafts.ts'
import { withRedirect } from './redirect.ts'
import { useUser } from './session.ts'

const KeptDrafts = lazy(() => import('./kept-drafts.tsx'))

type GuardProps = {
  /** Shown until the user is known. It has the size of the page, so that nothing moves when it is replaced. */
  skeleton: ReactNode
  children: (user: UserInfo) => ReactNode
}

/** A page for signed-in users. Other visitors are sent to /login, and back to the page after they sign in. */
export function RequireUser({ skeleton, children }: GuardProps) {
  const user = useUser()
  const { pathname, search } = useLocation()
  if (user?.needsFactor && pathname !== SECURITY) return <ToSecurity skeleton={skeleton} />
  if (user) return children(user)
  return (
    <>
      {skeleton}
      {user === null ? <Redirect to={withRedirect('/login', pathname + search)} /> : <JavaScriptNote />}
    </>
  )
}

type BuyerGuardProps = Omit<GuardProps, 'children'> & {
  /**
   * @param user null for a guest
   * @param goOnAsGuest null, unless the session has ended while the page was shown. The page then says so before it becomes
   * the page for guests; this function makes it that
   */
  children: (user: UserInfo | null, goOnAsGuest: (() => void) | null) => ReactNode
}

/** A page for buyers: signed-in users and guests. */
export function RequireBuyer({ skeleton, children }: BuyerGuardProps) {
  const user = useUser()
  const [wasSignedIn, setSignedIn] = useState(false)
  if (user && !wasSignedIn) setSignedIn(true)
  if (user?.needsFactor) return <ToSecurity skeleton={skeleton} />
  if (user !== undefined)
    return children(user, user === null && wasSignedIn ? () => setSignedIn(false) : null)
  return (
    <>
      {skeleton}
      <JavaScriptNote />
    </>
  )
}

/**
 * A page for staff. Customers are sent to /login without a redirect parameter, because after signing in they would be
 * sent here again. @param access who may open it; if left out, the rule of the page's link applies
 */
export function RequireStaff({
  access,
  skeleton,
  children,
}: GuardProps & { access?: StaffAccess | undefined }) {
  const user = useUser()
  const { pathname, search } = useLocation()
  const role = user ? roleOfUser(user) : null
  const mayOpen = admits(access ?? accessOfPage(pathname), role)
  // If the role changes, the open page stays, because it may have unsaved input.
  const [opened, setOpened] = useState('')
  if (user && mayOpen && opened !== pathname) setOpened(pathname)
  if (user?.needsFactor) return <ToSecurity skeleton={skeleton} />
  if (user && (mayOpen || (role && opened === pathname)))
    return (
      <>
        {mayOpen ? null : <RoleChanged role={role!} />}
        {children(user)}
      </>
    )
  if (role) return <NotYours role={role} />
  if (user && hasDrafts(user._id))
    return (
      <Suspense>
        <KeptDrafts userId={user._id} />
      </Suspense>
    )
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

/** The page where users set up a second factor. */
const SECURITY = '/profile/security'

/** Staff without the second factor that the shop requires can only set it up. */
function ToSecurity({ skeleton }: Pick<GuardProps, 'skeleton'>) {
  return (
    <>
      {skeleton}
      <Redirect to={SECURITY} />
    </>
  )
}

function RoleChanged({ role }: { role: StaffRole }) {
  return (
    <Alert tone="warning">
      Your role was changed to {role}, which does not include this page, so you cannot save here. What you
      typed stays until you close the tab.
    </Alert>
  )
}

function NotYours({ role }: { role: StaffRole }) {
  // The response names the current role, which may have changed.
  useQuery(ask(users.profile, {}))
  return (
    <EmptyState
      kind="no-right"
      text={`Your role, ${role}, does not include this page. An owner can change your role.`}
      action={<Link to="/admin">See your work</Link>}
    />
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
