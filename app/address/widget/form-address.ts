/** Between an address on the map and the shop's form. */
import { normalState, type Address } from '#shared/address.ts'
import type { MapAddress } from '#shared/api/maps.ts'

/** Level 1 is the state, level 2 the city; a hamlet may have its name in level 3 alone. */
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

/** In one line, as a letter would carry it and a map understands it. */
export function inOneLine({ address, city, state, postalCode }: Address): string {
  return `${address}, ${city}, ${state} ${postalCode}`
}

/** Whether two addresses name the same door; the unit and the spelling of capitals do not matter. */
export function isSameDoor(a: Address, b: Address): boolean {
  const zips = [a, b].map(({ postalCode }) => postalCode.slice(0, 5))
  return zips[0] === zips[1] && doorOf(a) === doorOf(b)
}

function doorOf({ address, city, state }: Address): string {
  return [address, city, state].join('\n').toLowerCase().replace(/[.,]/g, '')
}
