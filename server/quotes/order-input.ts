/** The rule for the address of an order, shared by shipping quotes and orders. */
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
