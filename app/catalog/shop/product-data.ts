import type { ProductSize, ProductWithReviews } from '#shared/catalog/api/products.ts'
import { sizeQuery } from '#shared/catalog/size-address.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { sizeText } from '#shared/kernel/sizes.ts'
import type { Business } from '#shared/platform/business.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { offerData, type Selling } from './offer-data.ts'

type Shop = Pick<Business, 'name' | 'roasters' | 'place'> & Selling

/**
 * The schema.org data of a product, with its breadcrumbs. A product with several sizes is a ProductGroup, and each size a
 * Product in it. The grind is no variant: it does not change the price, and Google knows no such property
 * (developers.google.com/search/docs/appearance/structured-data/product-variants).
 */
export function productData(
  product: ProductWithReviews,
  origin: string,
  shop: Shop,
  department?: { name: string; slug: string },
): object[] {
  const url = origin + productPath(product)
  const { sizes } = product
  const [only, ...others] = sizes
  const isPickupOnly = product.work?.isPickupOnly === true
  const isCoffee = product.category === COFFEE_BEANS
  const offerOf = (size: ProductSize, at: string) =>
    offerData({ ...size, isPickupOnly, isCoffee }, { ...shop, origin, url: at })
  const kind =
    others.length === 0
      ? { '@type': 'Product', sku: only!.sku || product._id, ...weightOf(only!), offers: offerOf(only!, url) }
      : {
          '@type': 'ProductGroup',
          productGroupID: product._id,
          variesBy: ['https://schema.org/size'],
          hasVariant: sizes.map((size) => {
            const own = url + sizeQuery(size, sizes)
            return {
              '@type': 'Product',
              '@id': `${own}#product`,
              sku: size.sku || size.id,
              name: `${product.name}, ${size.label}`,
              size: sizeText(size),
              ...textsOf(product, origin),
              ...weightOf(size),
              offers: offerOf(size, own),
            }
          }),
        }
  return [
    {
      '@context': 'https://schema.org',
      ...kind,
      '@id': `${url}#product`,
      url,
      name: product.name,
      category: product.category,
      brand: { '@type': 'Brand', name: product.brand || shop.name },
      ...textsOf(product, origin),
      ...ratingsOf(product),
    },
    breadcrumbs([
      { name: shop.roasters, url: `${origin}/` },
      { name: 'Shop', url: `${origin}/shop` },
      ...(department ? [{ name: department.name, url: `${origin}/shop/${department.slug}` }] : []),
      { name: product.name, url },
    ]),
  ]
}

function textsOf({ description, pictures: { image, secondImage } }: ProductWithReviews, origin: string) {
  const images = [image, secondImage].flatMap((facts) => (facts ? [origin + facts.src] : []))
  return { description, ...(images.length > 0 ? { image: images } : {}) }
}

function weightOf({ grams }: ProductSize) {
  return grams ? { weight: { '@type': 'QuantitativeValue', value: grams, unitCode: 'GRM' } } : {}
}

/** The newest reviews in the data. More would make each page longer. */
const REVIEWS = 3

function ratingsOf({ numReviews, rating, reviews }: ProductWithReviews) {
  if (numReviews === 0) return {}
  return {
    aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: numReviews },
    review: reviews.slice(0, REVIEWS).map((review) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name: review.name },
      datePublished: review.createdAt.slice(0, 10),
      reviewRating: { '@type': 'Rating', ratingValue: review.rating, bestRating: 5 },
      ...(review.comment ? { reviewBody: review.comment } : {}),
    })),
  }
}

/** The schema.org data of the path to a page. */
export function breadcrumbs(steps: { name: string; url: string }[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }
}
