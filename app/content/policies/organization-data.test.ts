/** The policies of the shop as structured data, with the fields that Google names (Return policy, Shipping policy). */
import { expect, test } from 'vitest'
import { DEFAULT_BUSINESS } from '#shared/platform/business.ts'
import { RETURN_DEFAULTS } from '#shared/platform/settings/returns.ts'
import { organizationData } from './organization-data.ts'

const ORIGIN = 'https://frame.example'
const SHOP = { ...DEFAULT_BUSINESS, excluded: ['AK', 'HI'], returns: RETURN_DEFAULTS }
const HANDLING = {
  days: ['Mon', 'Tue'],
  cutOff: '15:00:00-05:00',
  most: 3,
  transit: { min: 3, max: 5 },
}
type Facts = Parameters<typeof organizationData>

const dataOf = (
  policy: string,
  { freeFrom = 60, shop = {} }: { freeFrom?: number | null; shop?: object } = {},
) => organizationData(policy, ORIGIN, { ...SHOP, ...shop }, { handling: HANDLING, freeFrom } as Facts[3])

test('the shipping policy names what is not shipped to, the limit of free shipping, and days with their cut-off', () => {
  const [organization, ...none] = dataOf('shippingpolicy') as Record<string, object>[]
  expect(none).toEqual([])
  expect(organization).toMatchObject({ '@type': 'Organization', '@id': `${ORIGIN}/#organization` })
  expect(organization!.hasShippingService).toEqual({
    '@type': 'ShippingService',
    name: 'USPS Ground Advantage',
    fulfillmentType: 'https://schema.org/FulfillmentTypeDelivery',
    handlingTime: {
      '@type': 'ServicePeriod',
      businessDays: ['https://schema.org/Monday', 'https://schema.org/Tuesday'],
      cutoffTime: '15:00:00-05:00',
      duration: { '@type': 'QuantitativeValue', minValue: 0, maxValue: 3, unitCode: 'DAY' },
    },
    shippingConditions: [
      {
        '@type': 'ShippingConditions',
        shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US', addressRegion: ['AK', 'HI'] },
        doesNotShip: true,
      },
      {
        '@type': 'ShippingConditions',
        shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US' },
        orderValue: { '@type': 'MonetaryAmount', minValue: 60, currency: 'USD' },
        shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: 'USD' },
        transitTime: {
          '@type': 'ServicePeriod',
          duration: { '@type': 'QuantitativeValue', minValue: 3, maxValue: 5, unitCode: 'DAY' },
        },
      },
    ],
  })
})

test('without a limit and without excluded states there is no condition to name, and no service', () => {
  expect(dataOf('shippingpolicy', { freeFrom: null, shop: { excluded: [] } })).toEqual([])
  expect(organizationData('shippingpolicy', ORIGIN, SHOP, undefined)).toEqual([])
})

test('the refund policy has the country and the category, and the other policies have no data', () => {
  expect(dataOf('refundpolicy')).toMatchObject([
    {
      hasMerchantReturnPolicy: {
        '@type': 'MerchantReturnPolicy',
        applicableCountry: 'US',
        returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
        merchantReturnLink: `${ORIGIN}/refundpolicy`,
      },
    },
  ])
  expect(dataOf('privacypolicy')).toEqual([])
})
