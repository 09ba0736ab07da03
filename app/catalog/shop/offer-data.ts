import type { ProductSize } from '#shared/catalog/api/products.ts'
import type { Business } from '#shared/platform/business.ts'
import { daysBetween } from '#shared/kernel/days.ts'
import { returnData } from '#shared/platform/return-data.ts'
import { returnsOf } from '#shared/platform/returns.ts'
import type { ReturnRules } from '#shared/platform/return-rules.ts'
import type { Promised } from '#shared/platform/delivery.ts'

/** What the settings say about selling: where the shop does not ship, when it ships now, and what shipping costs. */
export type Selling = {
  place: Pick<Business['place'], 'country'>
  /** Codes of states: 'AK'. */
  excluded: readonly string[]
  today: string
  /** The dates of an order of this product; null if there are none. */
  dates: Promised | null
  /** Dollars; null if shipping is never free. */
  freeFrom: number | null
  returns: ReturnRules
}

type Offered = Pick<ProductSize, 'price' | 'countInStock'> & { isPickupOnly: boolean; isCoffee: boolean }

/** The schema.org offer of a size, with shipping and returns (Google Search Central, Merchant listing). */
export function offerData(size: Offered, shop: Selling & { origin: string; url: string }): object {
  const { origin, url, place, returns } = shop
  return {
    '@type': 'Offer',
    url,
    price: size.price.toFixed(2),
    priceCurrency: 'USD',
    availability: `https://schema.org/${size.countInStock > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@id': `${origin}/#organization` },
    shippingDetails: shippingOf(size, shop),
    hasMerchantReturnPolicy: returnData(returnsOf(returns, size.isCoffee), origin, place.country),
  }
}

/**
 * Where the offer is not shipped, and how free shipping is. Otherwise the carrier's price for the address is charged, so there
 * is no rate that could be named here; Google needs one.
 */
function shippingOf({ price, isPickupOnly }: Offered, shop: Selling): object[] {
  const { place, excluded, freeFrom, dates, today } = shop
  const country = { '@type': 'DefinedRegion', addressCountry: place.country }
  const details = { '@type': 'OfferShippingDetails' }
  if (isPickupOnly) return [{ ...details, shippingDestination: country, doesNotShip: true }]
  const nowhere = {
    ...details,
    shippingDestination: { ...country, addressRegion: excluded },
    doesNotShip: true,
  }
  const isFree = freeFrom !== null && price >= freeFrom && dates !== null
  return [
    ...(excluded.length > 0 ? [nowhere] : []),
    ...(isFree
      ? [
          {
            ...details,
            shippingDestination: country,
            shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: 'USD' },
            deliveryTime: {
              '@type': 'ShippingDeliveryTime',
              handlingTime: days(0, daysBetween(today, dates.shipsOn)),
              transitTime: days(
                daysBetween(dates.shipsOn, dates.arrivesFrom),
                daysBetween(dates.shipsOn, dates.arrivesTo),
              ),
            },
          },
        ]
      : []),
  ]
}

function days(minValue: number, maxValue: number): object {
  return { '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'DAY' }
}
