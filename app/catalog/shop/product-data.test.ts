/** The structured data of products: the fields that Google requires (Search Central, Product variants and Merchant listing). */
import { expect, test } from 'vitest'
import type { ProductWithReviews } from '#shared/catalog/api/products.ts'
import { sizeInQuery } from '#shared/catalog/size-address.ts'
import { DEFAULT_BUSINESS } from '#shared/platform/business.ts'
import { RETURN_DEFAULTS } from '#shared/platform/settings/returns.ts'
import { productData } from './product-data.ts'

const ORIGIN = 'https://frame.example'
const URL_OF_PAGE = `${ORIGIN}/product/ethiopia-guji`
const BAG = {
  id: 'one',
  grams: 340,
  shippingGrams: null,
  forAccounts: false,
  pack: null,
  label: '12 oz',
  price: 19.5,
  countInStock: 9,
  sku: 'G-12',
}
const LARGE = { ...BAG, id: 'two', grams: 2268, label: '5 lb', price: 96, countInStock: 0, sku: '' }
const picture = { src: '/pictures/bag-900.jpg', alt: 'A bag', width: 900, height: 1200 }

const PRODUCT = {
  _id: 'one',
  slug: 'ethiopia-guji',
  name: 'Ethiopia Guji',
  description: 'Apricot and honey.',
  category: 'Coffee Beans',
  brand: '',
  sizes: [BAG, LARGE],
  rating: 4.5,
  numReviews: 4,
  reviews: ['Ann', 'Ben', 'Cy', 'Di'].map((name) => ({
    name,
    rating: 5,
    comment: name === 'Ann' ? 'Good' : '',
    createdAt: '2026-11-20T10:00:00.000Z',
  })),
  work: null,
  pictures: { image: picture, secondImage: null },
} as unknown as ProductWithReviews

const DATES = {
  roastsOn: '2026-12-01',
  shipsOn: '2026-12-02',
  arrivesFrom: '2026-12-05',
  arrivesTo: '2026-12-07',
}
const SHOP = {
  ...DEFAULT_BUSINESS,
  excluded: ['AK', 'HI'],
  today: '2026-11-29',
  dates: DATES,
  freeFrom: 60,
  returns: RETURN_DEFAULTS,
}

// oxlint-disable-next-line typescript/no-explicit-any -- schema.org objects
type Facts = any
const dataOf = (change: object = {}, shop: object = {}): Facts =>
  productData({ ...PRODUCT, ...change }, ORIGIN, { ...SHOP, ...shop })[0]

test('a product with sizes is a group with what Google requires, and each size a product with its own address', () => {
  const group = dataOf()
  expect(group).toMatchObject({
    '@type': 'ProductGroup',
    '@id': `${URL_OF_PAGE}#product`,
    url: URL_OF_PAGE,
    name: 'Ethiopia Guji',
    description: 'Apricot and honey.',
    productGroupID: 'one',
    variesBy: ['https://schema.org/size'],
    brand: { '@type': 'Brand', name: DEFAULT_BUSINESS.name },
    aggregateRating: { ratingValue: 4.5, reviewCount: 4 },
  })
  expect(group).not.toHaveProperty('offers')
  expect(group.review).toHaveLength(3)
  expect(group.review[0]).toEqual({
    '@type': 'Review',
    author: { '@type': 'Person', name: 'Ann' },
    datePublished: '2026-11-20',
    reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5 },
    reviewBody: 'Good',
  })
  expect(group.hasVariant.map(({ sku, name, size }: Facts) => [sku, name, size])).toEqual([
    ['G-12', 'Ethiopia Guji, 12 oz', '12 oz (340 g)'],
    ['two', 'Ethiopia Guji, 5 lb', '5 lb (2,268 g)'],
  ])
  for (const variant of group.hasVariant)
    expect(variant).toMatchObject({
      '@type': 'Product',
      image: [`${ORIGIN}${picture.src}`],
      description: 'Apricot and honey.',
    })
  const offers = group.hasVariant.map((variant: Facts) => variant.offers)
  expect(
    offers.map(({ url, price, priceCurrency, availability }: Facts) => [
      url,
      price,
      priceCurrency,
      availability,
    ]),
  ).toEqual([
    [`${URL_OF_PAGE}?size=12-oz`, '19.50', 'USD', 'https://schema.org/InStock'],
    [`${URL_OF_PAGE}?size=5-lb`, '96.00', 'USD', 'https://schema.org/OutOfStock'],
  ])
  expect(sizeInQuery('?size=5-lb', [BAG, LARGE])?.id).toBe('two')
})

test('a product with one size is a product with one offer', () => {
  const only = dataOf({ sizes: [BAG], numReviews: 0, reviews: [] })
  expect(only).toMatchObject({
    '@type': 'Product',
    sku: 'G-12',
    offers: { url: URL_OF_PAGE, price: '19.50' },
  })
  for (const name of ['hasVariant', 'productGroupID', 'aggregateRating', 'review'])
    expect(only).not.toHaveProperty(name)
})

test('each offer has the return policy of the country, and names the states that are not shipped to', () => {
  for (const { offers } of dataOf().hasVariant) {
    expect(offers.hasMerchantReturnPolicy).toMatchObject({
      applicableCountry: 'US',
      returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
      merchantReturnLink: `${ORIGIN}/refundpolicy`,
    })
    expect(offers.shippingDetails[0]).toEqual({
      '@type': 'OfferShippingDetails',
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US', addressRegion: ['AK', 'HI'] },
      doesNotShip: true,
    })
  }
})

const categoryOf = (change: object, returns: object) =>
  dataOf({ sizes: [BAG], ...change }, { returns }).offers.hasMerchantReturnPolicy.returnPolicyCategory

test('with a window for returns, goods can be returned, and a coffee only if the owner says so', () => {
  const returns = { ...RETURN_DEFAULTS, policy: 'Goods can be returned', days: 30 }
  const window = 'https://schema.org/MerchantReturnFiniteReturnWindow'
  expect(categoryOf({ category: 'Goods' }, returns)).toBe(window)
  expect(categoryOf({}, returns)).toBe('https://schema.org/MerchantReturnNotPermitted')
  expect(categoryOf({}, { ...returns, coffee: true })).toBe(window)
})

test('an offer above the limit of free shipping has rate, region and days, and no other names a price of the carrier', () => {
  const [small, large] = dataOf().hasVariant.map(({ offers }: Facts) => offers.shippingDetails)
  expect(small).toHaveLength(1)
  expect(large[1]).toEqual({
    '@type': 'OfferShippingDetails',
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US' },
    shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: 'USD' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: { '@type': 'QuantitativeValue', minValue: 0, maxValue: 3, unitCode: 'DAY' },
      transitTime: { '@type': 'QuantitativeValue', minValue: 3, maxValue: 5, unitCode: 'DAY' },
    },
  })
  const never = dataOf({}, { freeFrom: null, excluded: [] }).hasVariant[1]
  expect(never.offers.shippingDetails).toEqual([])
  expect(dataOf({}, { dates: null }).hasVariant[1].offers.shippingDetails).toHaveLength(1)
})

test('a work that is only picked up is shipped nowhere', () => {
  const work = { year: null, medium: '', dimensions: '', isPickupOnly: true }
  const { offers } = dataOf({ sizes: [BAG], work })
  expect(offers.shippingDetails).toEqual([
    {
      '@type': 'OfferShippingDetails',
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US' },
      doesNotShip: true,
    },
  ])
})

test('a size without words in its label, or with those of another size, is chosen by its id', () => {
  const sizes = [
    { id: 'a', label: 'Größe 1' },
    { id: 'b', label: 'gr e 1' },
    { id: 'c', label: '大' },
  ]
  for (const { id } of sizes) expect(sizeInQuery(`?size=${id}`, sizes)?.id).toBe(id)
  for (const query of ['', '?size=', '?size=gr-e-1', '?size=x', '?a=b'])
    expect(sizeInQuery(query, sizes)).toBeUndefined()
})
