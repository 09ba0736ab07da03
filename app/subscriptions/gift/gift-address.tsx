import { useImperativeHandle, type Ref, type RefObject } from 'react'
import type { Address } from '#shared/platform/address.ts'
import { AddressFields } from '#app/platform/address/address-fields.tsx'
import { useAddressForm } from '#app/platform/address/use-address-form.ts'

/** `check` returns the normalized address; null if there are problems, which are then shown. */
export type CheckedAddress = { check: () => Address | null }

/** The address of the receiver, loaded when it is chosen. Without a draft: the checkout keeps the giver's own one. */
export default function GiftAddress({
  ref,
  form,
}: {
  ref: Ref<CheckedAddress>
  form: RefObject<HTMLFormElement | null>
}) {
  const address = useAddressForm({}, form, { keepsDraft: false })
  useImperativeHandle(ref, () => ({ check: address.check }))
  return <AddressFields form={address} />
}
