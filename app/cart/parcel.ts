/**
 * What the buyer types about the parcel besides its address: local storage under `parcel`. Signing out removes it. The
 * address itself is in the cart.
 */
import { useSyncExternalStore } from 'react'
import type { Address } from '#shared/address.ts'
import type { PlaceOrder } from '#shared/api/place-order.ts'
import { localText } from '../session/local-text.ts'
import { parseObject, textOf } from '../session/stored-json.ts'

export type Parcel = {
  /** The recipient’s name; null if the parcel goes to the buyer. */
  recipient: string | null
  /** For the carrier; may be empty. */
  phone: string
  /** The note of a gift; null if the order is not a gift. */
  giftNote: string | null
  /** False keeps the address out of the account’s address book. */
  saveAddress: boolean
}

const EMPTY: Parcel = { recipient: null, phone: '', giftNote: null, saveAddress: true }

const stored = localText('parcel')
let current: { text: string | null; parcel: Parcel } = { text: null, parcel: EMPTY }

/** What was typed, also while it is incomplete. */
export function useParcel(): Parcel {
  return useSyncExternalStore(stored.subscribe, getParcel, () => EMPTY)
}

export function getParcel(): Parcel {
  const text = stored.read()
  if (current.text !== text) current = { text, parcel: parse(text) }
  return current.parcel
}

export function saveParcel(changes: Partial<Parcel>): void {
  stored.write(JSON.stringify({ ...getParcel(), ...changes }))
}

/** After an order: the next one is not a gift, unless the buyer says so again. Recipient and phone stay with the address. */
export function forgetGift(): void {
  saveParcel({ giftNote: null, saveAddress: true })
}

/** The address for a request, with recipient and phone number. */
export function shipTo(address: Address): NonNullable<PlaceOrder['shippingAddress']> {
  const { recipient, phone } = getParcel()
  const name = recipient?.trim()
  return { ...address, ...(name ? { recipient: name } : {}), ...(phone.trim() ? { phone } : {}) }
}

/** The parts of an order about gift and address book. */
export function parcelOfOrder(): Pick<PlaceOrder, 'gift' | 'saveAddress'> {
  const { giftNote, saveAddress } = getParcel()
  return {
    ...(giftNote === null ? {} : { gift: { note: giftNote.trim() } }),
    ...(saveAddress ? {} : { saveAddress }),
  }
}

function parse(text: string | null): Parcel {
  const found = parseObject(text)
  if (!found) return EMPTY
  return {
    recipient: typeof found.recipient === 'string' ? found.recipient : null,
    phone: textOf(found.phone),
    giftNote: typeof found.giftNote === 'string' ? found.giftNote : null,
    saveAddress: found.saveAddress !== false,
  }
}
