/** The name and email that a guest typed at the checkout: local storage under `guest`. Signing out removes them. */
import { useSyncExternalStore } from 'react'
import { signedInUserId } from './session.ts'
import { localText } from './local-text.ts'
import { parseObject, textOf } from './stored-json.ts'

export type GuestDetails = { name: string; email: string }

const stored = localText('guest')
let current: { text: string | null; guest: GuestDetails | null } | undefined

/** What the guest typed, even if it is incomplete; null if there is nothing. Null on the server. */
export function useGuest(): GuestDetails | null {
  return useSyncExternalStore(stored.subscribe, read, () => null)
}

/** Stores what the guest types, so that a reload loses nothing. */
export function saveGuest(guest: GuestDetails): void {
  stored.write(JSON.stringify(guest))
}

/** The part of a request that names the guest. Empty for a signed-in user. */
export function guestOfRequest(): { guest?: GuestDetails } {
  const guest = read()
  return signedInUserId() === undefined && guest ? { guest } : {}
}

/** Whether name and email are typed, so that the checkout can continue. The server checks them. */
export function isComplete(guest: GuestDetails | null): guest is GuestDetails {
  return guest !== null && guest.name.trim() !== '' && guest.email.trim() !== ''
}

function read(): GuestDetails | null {
  const text = stored.read()
  if (current?.text !== text) {
    const found = parseObject(text)
    current = { text, guest: found && { name: textOf(found.name), email: textOf(found.email) } }
  }
  return current?.guest ?? null
}
