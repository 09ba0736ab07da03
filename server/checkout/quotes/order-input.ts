/** The rule for the address of an order, shared by shipping quotes and orders. */
import { checkAddress, shippingRefusal, type Address } from '#shared/platform/address.ts'
import { excludedOf } from '#shared/platform/settings/selling.ts'
import { Refusal, badRequest } from '#server/kernel/errors.ts'
import { sellingOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Returns the normalized address. Throws 400 if the address is invalid or the shop does not ship to it. */
export async function requireShippable(shop: Shop, raw: Address): Promise<Address> {
  const excluded = excludedOf(await sellingOf(shop))
  const refusal = shippingRefusal(raw, excluded)
  if (refusal) throw badRequest(refusal)
  const checked = checkAddress(raw, excluded)
  if ('problems' in checked) {
    const [field, problem] = Object.entries(checked.problems)[0] ?? ['', 'Enter an address']
    throw new Refusal(400, problem, { field })
  }
  return checked.address
}
