/**
 * The recipient, phone number and gift note that the buyer types at the checkout. They are in local storage under
 * `deliveryDetails`; signing out removes them. The address is in the cart.
 */
import { useSyncExternalStore } from 'react'
import type { Address } from '#shared/platform/address.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import { localText } from '../session/local-text.ts'
import { parseObject, textOf } from '../session/stored-json.ts'

export type DeliveryDetails = {
  /** The recipient’s name; null if the parcel goes to the buyer. */
  recipient: string | null
  /** For the carrier; may be empty. */
  phone: string
  /** The note of a gift; null if the order is not a gift. */
  giftNote: string | null
  /** Whether the order saves the address in the account’s address book. */
  saveAddress: boolean
}

const EMPTY: DeliveryDetails = { recipient: null, phone: '', giftNote: null, saveAddress: true }

const stored = localText('deliveryDetails')
let current: { text: string | null; details: DeliveryDetails } = { text: null, details: EMPTY }

/** The details as they were typed, possibly incomplete. Renders again when they change. */
export function useDeliveryDetails(): DeliveryDetails {
  return useSyncExternalStore(stored.subscribe, getDeliveryDetails, () => EMPTY)
}

/** The current details as they were typed. */
export function getDeliveryDetails(): DeliveryDetails {
  const text = stored.read()
  if (current.text !== text) current = { text, details: parse(text) }
  return current.details
}

/** Stores changed details; the others stay. */
export function saveDeliveryDetails(changes: Partial<DeliveryDetails>): void {
  stored.write(JSON.stringify({ ...getDeliveryDetails(), ...changes }))
}

/**
 * Removes the gift note after an order, so the next order is not a gift. Recipient and phone number stay with the
 * address.
 */
export function clearGift(): void {
  saveDeliveryDetails({ giftNote: null, saveAddress: true })
}

/** The address for a request, with recipient and phone number. */
export function shipTo(address: Address): NonNullable<PlaceOrder['shippingAddress']> {
  const { recipient, phone } = getDeliveryDetails()
  const name = recipient?.trim()
  return { ...address, ...(name ? { recipient: name } : {}), ...(phone.trim() ? { phone } : {}) }
}

/** The fields of an order request about the gift and the address book. */
export function detailsOfOrder(): Pick<PlaceOrder, 'gift' | 'saveAddress'> {
  const { giftNote, saveAddress } = getDeliveryDetails()
  return {
    ...(giftNote === null ? {} : { gift: { note: giftNote.trim() } }),
    ...(saveAddress ? {} : { saveAddress }),
  }
}

function parse(text: string | null): DeliveryDetails {
  const found = parseObject(text)
  if (!found) return EMPTY
  return {
    recipient: typeof found.recipient === 'string' ? found.recipient : null,
    phone: textOf(found.phone),
    giftNote: typeof found.giftNote === 'string' ? found.giftNote : null,
    saveAddress: found.saveAddress !== false,
  }
}
