import { useReducer } from 'react'
import type { Address } from '#shared/platform/address.ts'
import { readDraft, writeDraft } from '#app/platform/address/use-address-form.ts'
import { addressOf, type Cart } from '#app/platform/cart/cart.ts'

export type TypedAddress = ReturnType<typeof useTypedAddress>

/**
 * The address in the form, if it differs from the one to which the order goes. The buyer has left the form by Back or
 * Forward: the carrier has not checked it.
 */
export function useTypedAddress(cart: Cart) {
  const [, render] = useReducer((count: number) => count + 1, 0)
  return {
    isPending: !cart.isPickup && isOther(addressOf(cart)),
    /** Keeps the address to which the order goes. */
    forget: () => {
      writeDraft(null)
      render()
    },
  }
}

function isOther(address: Address | null): boolean {
  const typed = Object.entries(readDraft() ?? {}) as [keyof Address, string][]
  const isTyped = typed.some(([name, text]) => name !== 'country' && text.trim() !== '')
  return address !== null && isTyped && typed.some(([name, text]) => text !== address[name])
}
