/**
 * Stores the text in the address form until the address is accepted, so that an error or a closed tab loses nothing.
 * Signing out clears local storage, so the next user of this computer does not see the address.
 */
import type { Address } from '#shared/platform/address.ts'
import { addressIn, parseObject } from '../session/stored-json.ts'

const KEY = 'addressDraft'

/** The stored draft; null if there is none. Fields that are not text are left out. */
export function readDraft(): Partial<Address> | null {
  try {
    const draft = parseObject(localStorage.getItem(KEY))
    return draft && addressIn(draft)
  } catch {
    return null
  }
}

/** Stores the draft; null deletes it. */
export function writeDraft(address: Address | null): void {
  try {
    if (address) localStorage.setItem(KEY, JSON.stringify(address))
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is full or not allowed. The form itself still has the text.
  }
}
