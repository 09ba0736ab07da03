/** Who is signed in, as this browser knows it: `userInfo` in local storage, shared between tabs. Display only. */
import { useSyncExternalStore } from 'react'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { users, type UserInfo } from '#shared/api/users.ts'
import { call, onSignedOut } from '../api/call.ts'
import { sharedQueryClient } from '../api/query-client.ts'
import { localText } from './local-text.ts'

const kept = localText('userInfo')
let current: { text: string | null; user: UserInfo | null } | undefined

/** The signed-in user, null without one, undefined while the page is not yet alive (on the server, in the first render). */
export function useUser(): UserInfo | null | undefined {
  return useSyncExternalStore(kept.subscribe, read, () => undefined)
}

/** The id of who is signed in at this moment; undefined without anybody. For reading outside of a render. */
export function idHere(): string | undefined {
  return read()?._id
}

/** Remembers who signed in. */
export function signIn(user: UserInfo): void {
  kept.write(JSON.stringify(user))
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
  kept.write(null)
  try {
    localStorage.clear()
  } catch {
    // Forbidden, so there is nothing to wipe.
  }
  sharedQueryClient().clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
}

/** Forgets who was signed in here; the cart is kept, since nobody asked to throw it away. */
export function forgetUser(): void {
  if (kept.read() === null) return
  kept.write(null)
}

/** What the former user saw is forgotten, whichever tab they left in. */
function forgetTheirs(): void {
  sharedQueryClient().removeQueries({ predicate: isPrivate })
}

function isPrivate({ meta }: { meta?: Record<string, unknown> }): boolean {
  return (meta?.['endpoint'] as Endpoint | undefined)?.access !== 'public'
}

function read(): UserInfo | null {
  const text = kept.read()
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
  // A session that ended elsewhere ends here too.
  onSignedOut(forgetUser)
  let before = read()?._id
  kept.subscribe(() => {
    const now = read()?._id
    if (before !== undefined && now !== before) forgetTheirs()
    before = now
  })
}
