/** The addresses of the sandbox's buyer, from which the buyer chooses if the shop asks for `GET_FROM_FILE`. */
import { buyer, type OrderRequest } from './shapes.ts'
import { requestOf, type Store, type StoredOrder } from './store.ts'

type Address = Record<string, string>

/** The first one is chosen unless the buyer chooses another. */
export const ADDRESSES: Record<string, Address> = {
  vienna: {
    address_line_1: '123 Maple Avenue E',
    admin_area_2: 'Vienna',
    admin_area_1: 'VA',
    postal_code: '22180',
    country_code: 'US',
  },
  anchorage: {
    address_line_1: '632 West 6th Avenue',
    admin_area_2: 'Anchorage',
    admin_area_1: 'AK',
    postal_code: '99501',
    country_code: 'US',
  },
}

/** Whether the buyer chooses the address at PayPal. */
export function asksAddress({ payment_source: source }: OrderRequest): boolean {
  return source?.paypal?.experience_context?.shipping_preference === 'GET_FROM_FILE'
}

/**
 * Puts an address into an order for which the buyer chooses one; without `address`, the first one, unless the order has
 * one. Other orders stay as they are.
 */
export function giveAddress(store: Store, order: StoredOrder, address?: Address): void {
  const request = requestOf(order)
  const isChosen = request.purchase_units.some(({ shipping }) => shipping?.address)
  if (!asksAddress(request) || (address === undefined && isChosen)) return
  const name = { full_name: `${buyer.name.given_name} ${buyer.name.surname}` }
  const shipping = { name, address: address ?? ADDRESSES['vienna']! }
  const units = request.purchase_units.map((unit) => ({ ...unit, shipping }))
  store.change(order, { request: JSON.stringify({ ...request, purchase_units: units }) })
}
