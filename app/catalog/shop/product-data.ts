import type { Product, ProductSize } from '#shared/catalog/api/products.ts'
import type { Business } from '#shared/platform/business.ts'
import { productPath } from '#shared/platform/record-paths.ts'

/** The schema.org data of a product, with its breadcrumbs. */
export function productData(
  product: Product,
  origin: string,
  business: Pick<Business, 'name' | 'roasters' | 'place'>,
  department?: { name: string; slug: string },
): object[] {
  const url = origin + productPath(product)
  const { image, secondImage } = product.pictures
  const images = [image, secondImage].flatMap((facts) => (facts ? [origin + facts.src] : []))
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      '@id': `${url}#product`,
      url,
      sku: product._id,
      name: product.name,
      description: product.description,
      category: product.category,
      brand: { '@type': 'Brand', name: product.brand || business.name },
      ...(images.length > 0 ? { image: images } : {}),
      ...(product.size
        ? { weight: { '@type': 'QuantitativeValue', value: product.size, unitCode: 'GRM' } }
        : {}),
      offers: offersOf(product, { url, origin, country: business.place.country }),
      ...(product.numReviews > 0
        ? {
            aggregateRating: {
              '@type': 'AggregateRating',
              ratingValue: product.rating,
              reviewCount: product.numReviews,
            },
          }
        : {}),
    },
    breadcrumbs([
      { name: business.roasters, url: `${origin}/` },
      { name: 'Shop', url: `${origin}/shop` },
      ...(department ? [{ name: department.name, url: `${origin}/shop/${department.slug}` }] : []),
      { name: product.name, url },
    ]),
  ]
}

/** One offer per size. */
type Offering = { url: string; origin: string; country: string }

function offersOf(product: Product, where: Offering): object | object[] {
  const [only, ...others] = product.sizes
  if (others.length === 0) return offer(only!, where)
  return product.sizes.map((size) => ({
    ...offer(size, where),
    name: `${product.name}, ${size.label}`,
    sku: size.sku || size.id,
    ...(size.grams ? { weight: { '@type': 'QuantitativeValue', value: size.grams, unitCode: 'GRM' } } : {}),
  }))
}

function offer({ price, countInStock }: ProductSize, { url, origin, country }: Offering): object {
  return {
    '@type': 'Offer',
    url,
    price: price.toFixed(2),
    priceCurrency: 'USD',
    availability: `https://schema.org/${countInStock > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@id': `${origin}/#organization` },
    // The refund policy says that all sales are final.
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: country,
      returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
      merchantReturnLink: `${origin}/refundpolicy`,
    },
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
