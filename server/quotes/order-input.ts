/** Rules for the lines and the address of an order, shared by shipping quotes and orders. */
import { checkAddress, shippingRefusal, type Address } from '#shared/address.ts'
import { Refusal, badRequest } from '../errors.ts'

/** Returns the normalized address. Throws 400 if the address is invalid or the shop does not ship to it. */
export function requireShippable(raw: Address): Address {
  const refusal = shippingRefusal(raw)
  if (refusal) throw badRequest(refusal)
  const checked = checkAddress(raw)
  if ('problems' in checked) {
    const [field, problem] = Object.entries(checked.problems)[0] ?? ['', 'Enter an address']
    throw new Refusal(400, problem, { field })
  }
  return checked.address
}

export type Line = { _id: string; qty: number }

/**
 * Merges lines of the same product, and sorts the lines by product id, so that all orders lock products in the same
 * order.
 */
export function mergeLines(lines: readonly Line[]): Line[] {
  const byId = new Map<string, number>()
  for (const { _id, qty } of lines) byId.set(_id, (byId.get(_id) ?? 0) + qty)
  return [...byId].map(([_id, qty]) => ({ _id, qty })).sort((a, b) => (a._id < b._id ? -1 : 1))
}
