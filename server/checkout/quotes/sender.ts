/** The sender of parcels, from the settings. */
import { businessOf, currentSettings } from '#server/platform/settings/current.ts'
import { PARCELS } from '#server/platform/settings/groups.ts'
import type { Sender } from '#server/providers/shipping.ts'
import type { Shop } from '#server/platform/shop.ts'

export async function senderOf(shop: Shop): Promise<Sender> {
  const { senderName, street, city, state, postalCode, phone } = await currentSettings(shop, PARCELS)
  const { contactEmail } = await businessOf(shop)
  return {
    name: senderName,
    street1: street,
    street2: '',
    city,
    state,
    zip: postalCode,
    country: 'US',
    phone,
    email: shop.config.fixed.MAIL_FROM ?? contactEmail,
  }
}
