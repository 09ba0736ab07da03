import type { Reply } from '#shared/platform/api/endpoint.ts'
import { nameOfWeekday } from '#shared/platform/hours.ts'
import type { delivery } from '#shared/roastery/api/delivery.ts'
import { returnData } from '#shared/platform/return-data.ts'
import { returnsOf } from '#shared/platform/returns.ts'
import type { ShownBusiness } from '#app/platform/api/business.ts'

/**
 * The schema.org data of the policies of the whole shop: returns on the page of the refund policy, and shipping on that of
 * the shipping policy (Google Search Central, Return policy and Shipping policy). The home page has the other facts of the
 * organization with the same `@id`.
 */
export function organizationData(
  policy: string,
  origin: string,
  business: Pick<ShownBusiness, 'roasters' | 'place' | 'excluded' | 'returns'>,
  next: Reply<typeof delivery.next> | undefined,
): object[] {
  const { roasters, place, returns } = business
  const about = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: roasters,
    url: `${origin}/`,
  }
  if (policy === 'refundpolicy')
    return [
      { ...about, hasMerchantReturnPolicy: returnData(returnsOf(returns, false), origin, place.country) },
    ]
  if (policy !== 'shippingpolicy' || !next) return []
  const conditions = conditionsOf(business, next)
  return conditions.length === 0 ? [] : [{ ...about, hasShippingService: serviceOf(next, conditions) }]
}

type Next = Reply<typeof delivery.next>

function serviceOf({ handling }: Next, shippingConditions: object[]): object {
  return {
    '@type': 'ShippingService',
    name: 'USPS Ground Advantage',
    fulfillmentType: 'https://schema.org/FulfillmentTypeDelivery',
    handlingTime: {
      '@type': 'ServicePeriod',
      businessDays: handling.days.map((day) => `https://schema.org/${nameOfWeekday(day)}`),
      cutoffTime: handling.cutOff,
      duration: days(0, handling.most),
    },
    shippingConditions,
  }
}

/**
 * Where the shop does not ship, and from which sum shipping is free. Below it, the carrier's price for the address is
 * charged, so there is no rate that could be named.
 */
function conditionsOf({ place, excluded }: Pick<ShownBusiness, 'place' | 'excluded'>, next: Next): object[] {
  const country = { '@type': 'DefinedRegion', addressCountry: place.country }
  const { freeFrom, handling } = next
  const nowhere = { shippingDestination: { ...country, addressRegion: excluded }, doesNotShip: true }
  const free = {
    shippingDestination: country,
    orderValue: { '@type': 'MonetaryAmount', minValue: freeFrom, currency: 'USD' },
    shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: 'USD' },
    transitTime: {
      '@type': 'ServicePeriod',
      duration: days(handling.transit.min, handling.transit.max),
    },
  }
  return [...(excluded.length > 0 ? [nowhere] : []), ...(freeFrom === null ? [] : [free])].map(
    (condition) => ({
      '@type': 'ShippingConditions',
      ...condition,
    }),
  )
}

function days(minValue: number, maxValue: number): object {
  return { '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'DAY' }
}
