import type { Product } from '#shared/api/products.ts'
import { brand } from '#shared/brand.ts'

/** The product in the words of schema.org, for those who read with machines. */
export function ProductData({ product }: { product: Product }) {
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    category: product.category,
    brand: { '@type': 'Brand', name: product.brand || brand.name },
    ...(product.pictures.image ? { image: product.pictures.image.src } : {}),
    offers: {
      '@type': 'Offer',
      price: product.price.toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${product.countInStock > 0 ? 'InStock' : 'OutOfStock'}`,
    },
    ...(product.numReviews > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: product.rating,
            reviewCount: product.numReviews,
          },
        }
      : {}),
  }
  // `<` is escaped, or a description could close the script.
  const json = JSON.stringify(facts).replace(/</g, '\\u003c')
  // oxlint-disable-next-line react/no-danger
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
