/** The recipient of a parcel: the named one, or the buyer. Used by shipping quotes and orders. */
import { normalPhone } from '#shared/kernel/phone.ts'

/** `name` for label and packing slip; `phone` for the carrier, empty if there is none. */
export type Recipient = { name: string; phone: string }

/** The recipient of a request. Without a name it is the buyer. */
export function recipientOf(
  { recipient, phone }: { recipient?: string | undefined; phone?: string | undefined },
  buyer: { name: string },
): Recipient {
  return { name: recipient?.trim() || buyer.name, phone: normalPhone(phone ?? '') ?? '' }
}

/** The recipient of a placed order. */
export function recipientOfOrder(order: {
  recipient: string | null
  buyer_name: string
  phone: string
}): Recipient {
  return { name: order.recipient ?? order.buyer_name, phone: order.phone }
}

/** Whether the quote's shipment has this recipient, so that its rate can be used for the label. */
export function isAddressedTo(
  quote: { recipient: string | null; phone: string },
  { name, phone }: Recipient,
  buyer: { name: string },
): boolean {
  return (quote.recipient ?? buyer.name) === name && quote.phone === phone
}
