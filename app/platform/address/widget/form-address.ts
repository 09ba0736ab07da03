/** Converts between addresses of the map service and the shop's form. */
import { normalState, type Address } from '#shared/platform/address.ts'
import type { MapAddress } from '#shared/checkout/api/maps.ts'

/** Level 1 is the state and level 2 the city. A small place may have its name only in level 3. */
export function toFormAddress(found: MapAddress): Address {
  return {
    address: found.address_line1,
    address2: [found.address_line2, found.address_line3].filter(Boolean).join(', '),
    city: found.address_level2 || found.address_level3,
    state: normalState(found.address_level1) ?? '',
    postalCode: found.postcode,
    country: 'US',
  }
}

/** The address in one line, as the map service expects it: without the second line, which has only the unit. */
export function inOneLine({ address, city, state, postalCode }: Address): string {
  return `${address}, ${city}, ${state} ${postalCode}`
}
