import type { Address } from '#shared/platform/address.ts'
import { formatPhone, normalPhone } from '#shared/kernel/phone.ts'
import { addressOf, type Cart } from '#app/platform/cart/cart.ts'
import { useDeliveryDetails } from '#app/platform/cart/delivery-details.ts'
import { GiftFacts } from '#app/platform/orders/gift.tsx'
import { PickupPlace } from '#app/platform/orders/pickup-place.tsx'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import type { Parts } from './parts.tsx'
import type { TypedAddress } from './typed-address.ts'

type EnteredProps = { cart: Cart; /** The name of the buyer. */ buyer: string } & OtherProps

/** What was entered: the address or the bar, and whether it is a gift. */
export function EnteredDelivery({ cart, buyer, typedAddress, parts }: EnteredProps) {
  const { recipient, phone, giftNote } = useDeliveryDetails()
  const address = addressOf(cart)
  return (
    <div className="stack-1">
      {cart.isPickup || !address ? (
        <PickupPlace />
      ) : (
        <>
          <ShortAddress name={recipient?.trim() || buyer} address={address} />
          {phone ? <p className="soft">Phone {formatPhone(normalPhone(phone) ?? phone)}</p> : null}
        </>
      )}
      {giftNote === null ? null : <GiftFacts gift={{ note: giftNote.trim() }} />}
      {typedAddress.isPending ? <OtherAddress typedAddress={typedAddress} parts={parts} /> : null}
    </div>
  )
}

type OtherProps = { typedAddress: TypedAddress; parts: Parts }

/** Shown if the buyer has typed another address and left the form. */
function OtherAddress({ typedAddress, parts }: OtherProps) {
  return (
    <Alert tone="warning">
      <p>You typed another address, which is not checked yet. Your order goes to the one above.</p>
      <p className="row-2">
        <Button look="quiet" onClick={() => parts.edit('delivery')}>
          Continue with the other one
        </Button>
        <Button look="quiet" onClick={typedAddress.forget}>
          Keep the one above
        </Button>
      </p>
    </Alert>
  )
}

function ShortAddress({ name, address }: { name: string; address: Address }) {
  const { address: street, address2, city, state, postalCode } = address
  return (
    <address className="break-words">
      {[name, street, address2, city, `${state} ${postalCode}`].filter(Boolean).join(', ')}
    </address>
  )
}
