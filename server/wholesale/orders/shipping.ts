import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { accountOrders } from '#shared/wholesale/api/account-orders.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { accountGoods } from './goods.ts'
import { parcelOf } from './handover.ts'
import { termsOf } from './terms.ts'
import { locationIn, ordererOf, type Who } from './who.ts'

/**
 * What the parcels of an order would cost now. The order asks the carrier again. Throws as the order does, and 409 for a
 * location that gets no parcels.
 */
export async function shippingOf(
  shop: Shop,
  who: Who,
  { company: companyId, location: locationId, lines }: Body<typeof accountOrders.shipping>,
): Promise<Reply<typeof accountOrders.shipping>> {
  const { company, staff } = await ordererOf(shop, who, companyId)
  const location = await locationIn(shop.db, company.id, locationId)
  if (location.handover !== 'parcel') throw conflict('This location gets no parcels')
  const terms = await termsOf(shop, company, location)
  const wanted = lines.map(({ product, ...line }) => ({ _id: product, ...line }))
  const goods = await accountGoods(shop, company.id, terms, wanted, staff !== null)
  const parcel = await parcelOf(shop, location, goods)
  return { shipping: toDollars(parcel.quoted_cents), service: parcel.shipping_service }
}
