/**
 * The signed-in user: `userInfo` in local storage, shared by all tabs. Pages use it for display only, because the
 * server checks access.
 */
import { useSyncExternalStore } from 'react'
import { accountText, type Account } from '#shared/platform/account-http-header.ts'
import type { Endpoint } from '#shared/platform/api/endpoint.ts'
import { roleOfUser, users, type UserInfo } from '#shared/people/api/users.ts'
import { admits, isAdminRole, isStaffAccess } from '#shared/kernel/roles.ts'
import { call, onAccountNamed, onSignedOut } from '../api/call.ts'
import { BUSINESS_KEY, onAsking } from '../api/query.ts'
import { sharedQueryClient } from '../api/query-client.ts'
import { localText } from './local-text.ts'

const stored = localText('userInfo')
let current: { text: string | null; user: UserInfo | null } | undefined

/** The signed-in user; null if there is none, undefined before hydration (on the server and in the first render). */
export function useUser(): UserInfo | null | undefined {
  return useSyncExternalStore(stored.subscribe, read, () => undefined)
}

/** The id of the signed-in user; undefined if there is none. For use outside of rendering. */
export function signedInUserId(): string | undefined {
  return read()?._id
}

/** Stores the signed-in user and refreshes all queries. */
export function signIn(user: UserInfo): void {
  stored.write(JSON.stringify(user))
  void sharedQueryClient().invalidateQueries()
}

/** Signs out: calls the server, then clears all of local storage, even if the call failed. */
export async function signOut(): Promise<void> {
  try {
    await call(users.logout, {})
  } catch (error) {
    // A failed logout call is only logged (test/SPEC.md, Sign In, Sign Up, Profile).
    // oxlint-disable-next-line no-console
    console.warn('Logout call failed', error)
  }
  stored.write(null)
  try {
    localStorage.clear()
  } catch {
    // Storage is not allowed, so there is nothing to clear.
  }
  const client = sharedQueryClient()
  const business = client.getQueryData(BUSINESS_KEY)
  client.clear()
  // The same for everybody. Without it, pages would show a shop without a name until they have read it.
  if (business) client.setQueryData(BUSINESS_KEY, business)
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
}

/** Removes the signed-in user from this browser. Unlike `signOut`, keeps the cart. */
export function forgetUser(): void {
  if (stored.read() === null) return
  stored.write(null)
}

/** Stores the user's current role, as a response names it, so that a changed role shows at once. */
function followAccount(account: Account): void {
  const user = read()
  if (user?._id !== account._id) return
  const { role, isLimited } = account
  const now = { _id: user._id, role: roleOfUser(user), isLimited: user.needsFactor ?? false }
  if (accountText(account) === accountText(now)) return
  const { role: _role, needsFactor: _needsFactor, ...rest } = user
  signIn({
    ...rest,
    isAdmin: isAdminRole(role),
    ...(role && role !== 'owner' ? { role } : {}),
    ...(isLimited ? { needsFactor: true } : {}),
  })
}

/** Whether the stored user may call an endpoint. The server decides; this only avoids calls that it would refuse. */
export function mayCall({ access, whileLimited }: Endpoint): boolean {
  if (access === 'public') return true
  // The server does not know the user when it renders a page.
  if (typeof window === 'undefined') return false
  const user = read()
  if (user?.needsFactor && !whileLimited) return false
  if (isStaffAccess(access)) return user !== null && admits(access, roleOfUser(user))
  return access === 'buyer' || user !== null
}

/** The prefix of the local storage keys of texts that only the signed-in user may see. */
export const PRIVATE = 'private:'

/** Removes cached answers and stored texts that only the previous user may see. */
function removePrivateData(): void {
  sharedQueryClient().removeQueries({ predicate: isPrivate })
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PRIVATE)) localStorage.removeItem(key)
  } catch {
    // Storage is not allowed, so there is nothing to remove.
  }
}

function isPrivate({ meta }: { meta?: Record<string, unknown> }): boolean {
  return (meta?.['endpoint'] as Endpoint | undefined)?.access !== 'public'
}

function read(): UserInfo | null {
  const text = stored.read()
  if (current?.text !== text) current = { text, user: parse(text) }
  return current?.user ?? null
}

function parse(text: string | null): UserInfo | null {
  try {
    const user = JSON.parse(text ?? 'null') as UserInfo | null
    return typeof user?.name === 'string' ? user : null
  } catch {
    return null
  }
}

if (typeof window !== 'undefined') {
  // If the server has ended the session, the browser signs out too.
  onSignedOut(forgetUser)
  onAccountNamed(followAccount)
  onAsking(mayCall)
  let previous = read()?._id
  stored.subscribe(() => {
    const now = read()?._id
    if (previous !== undefined && now !== previous) removePrivateData()
    previous = now
  })
}
