/** Who is signed in, as this browser knows it: `userInfo` in local storage, shared between tabs. Display only. */
import { useSyncExternalStore } from 'react'
import { users, type UserInfo } from '#shared/api/users.ts'
import { call, onSignedOut } from '../api/call.ts'
import { sharedQueryClient } from '../api/query-client.ts'

const KEY = 'userInfo'

/** The signed-in user, null without one, undefined while the page is not yet alive (on the server, in the first render). */
export function useUser(): UserInfo | null | undefined {
  return useSyncExternalStore(subscribe, read, () => undefined)
}

/** Remembers who signed in. */
export function signIn(user: UserInfo): void {
  write(user)
  void sharedQueryClient().invalidateQueries()
}

/** Signs out on purpose: tells the server, then wipes all local storage (spec section 4), whether it answered or not. */
export async function signOut(): Promise<void> {
  try {
    await call(users.logout, {})
  } catch (error) {
    // Spec section 4: a failed logout call is only logged.
    // oxlint-disable-next-line no-console
    console.warn('Logout call failed', error)
  }
  localStorage.clear()
  sharedQueryClient().clear()
  current = undefined
  for (const listener of listeners) listener()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
}

/** Forgets who was signed in here; the cart is kept, since nobody asked to throw it away. */
export function forgetUser(): void {
  if (localStorage.getItem(KEY) === null) return
  write(null)
  for (const resource of ['orders', 'users', 'account'])
    sharedQueryClient().removeQueries({ queryKey: [resource] })
}

let current: { text: string | null; user: UserInfo | null } | undefined
const listeners = new Set<() => void>()

function read(): UserInfo | null {
  const text = localStorage.getItem(KEY)
  if (current?.text !== text) current = { text, user: parse(text) }
  return current?.user ?? null
}

function write(user: UserInfo | null): void {
  if (user) localStorage.setItem(KEY, JSON.stringify(user))
  else localStorage.removeItem(KEY)
  for (const listener of listeners) listener()
}

function parse(text: string | null): UserInfo | null {
  try {
    const user = JSON.parse(text ?? 'null') as UserInfo | null
    return typeof user?.name === 'string' ? user : null
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

// A session that ended elsewhere ends here too.
if (typeof window !== 'undefined') onSignedOut(forgetUser)
