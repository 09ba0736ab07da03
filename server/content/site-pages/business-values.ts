/** The placeholders of pages: details of the business, which the owner changes in one place. */
import { addressLine } from '#shared/platform/business.ts'
import type { PAGE_PLACEHOLDERS } from '#shared/platform/site-pages/slots.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'

export type BusinessValues = Readonly<Record<(typeof PAGE_PLACEHOLDERS)[number], string>>

export async function businessValues(shop: Pick<Shop, 'cached' | 'db' | 'config'>): Promise<BusinessValues> {
  const { roasters, place, contactEmail, phone } = await businessOf(shop)
  return {
    name: roasters,
    address: addressLine(place),
    street: place.street,
    city: place.city,
    email: contactEmail,
    phone,
  }
}
