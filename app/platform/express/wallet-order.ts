/** The order of an Apple Pay or Google Pay sheet: it is placed when the buyer confirms, as the checkout places one. */
import { orders } from '#shared/checkout/api/orders.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import { shippingQuotes } from '#shared/checkout/api/shipping-quotes.ts'
import { METHOD_NAMES, type PayMethod } from '#shared/platform/pay-methods.ts'
import { call } from '../api/call.ts'
import { newKey } from '../api/send-once.ts'
import { PayError, requireSameAmount, type Opened } from '../paypal/payment.ts'
import { untilAnswered } from '../api/until-answered.ts'
import { changesOf, keepPlaced } from '../cart/placed.ts'
import { keepLink } from '../cart/resume.ts'
import type { Place, Prices, Wanted } from './purchase.ts'

/** What a sheet tells after the buyer has confirmed. */
export type Contact = Place & { name: string; email: string; street: string; street2: string; phone: string }

/**
 * Places the order for a contact, and opens its payment. A second confirmation in the same sheet, such as with another card,
 * pays the same order; for another contact or other prices, the first order is replaced.
 */
export function walletOrder(method: PayMethod, wanted: Promise<Wanted>) {
  let placed: { id: string; terms: string } | null = null
  let attempt: { terms: string; key: string; body: PlaceOrder } | null = null

  async function place(contact: Contact, shown: Prices): Promise<string> {
    const terms = JSON.stringify([contact, shown])
    if (placed?.terms === terms) return placed.id
    // If the placed order is paid, the shop places no other order. A repeated attempt sends the same body and quote.
    const changes = placed ? { changes: changesOf(placed.id) } : {}
    if (attempt?.terms !== terms)
      attempt = { terms, key: newKey(), body: { ...(await bodyFor(contact, shown)), ...changes } }
    const { key, body } = attempt
    const order = await untilAnswered(() => call(orders.place, { body }, { idempotencyKey: key }))
    keepLink(order)
    keepPlaced(order, body, (await wanted).ordered)
    placed = { id: order._id, terms }
    return order._id
  }

  async function bodyFor(contact: Contact, shown: Prices): Promise<PlaceOrder> {
    const { body: goods } = await wanted
    const guest = { name: contact.name, email: contact.email }
    const shippingAddress = {
      address: contact.street,
      address2: contact.street2,
      city: contact.city,
      state: contact.state,
      postalCode: contact.postalCode,
      country: contact.country,
      recipient: contact.name,
      phone: contact.phone,
    }
    const quoted = { guest, orderItems: goods.orderItems, shippingAddress }
    const { quoteId } = await call(shippingQuotes.calcship, { body: quoted })
    return {
      ...goods,
      guest,
      shippingAddress,
      shippingQuote: { quoteId },
      paymentMethod: METHOD_NAMES[method],
      ...shown,
    }
  }

  return {
    /** The id of the order; null if none is placed. */
    id: () => placed?.id ?? null,
    /** Throws if the order costs another amount than the sheet shows, and CallError. Nothing is charged then. */
    async open(contact: Contact, shown: Prices): Promise<Opened & { id: string }> {
      if (contact.name === '' || contact.email === '' || contact.street === '')
        throw new PayError(
          `${METHOD_NAMES[method]} did not tell us name, email and address. Please use the checkout`,
        )
      const id = await place(contact, shown)
      const opened = await call(orders.startPayment, { params: { id }, body: { method } })
      requireSameAmount(shown.totalPrice.toFixed(2), opened)
      return { ...opened, id }
    },
  }
}

export type WalletOrder = ReturnType<typeof walletOrder>
