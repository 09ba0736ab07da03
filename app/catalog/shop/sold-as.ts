import type { Product } from '#shared/catalog/api/products.ts'

/** How a coffee is sold: always whole bean, and ground if the shop offers that. */
export function soldAs({ grinds }: Pick<Product, 'grinds'>): string {
  return grinds.length > 0 ? 'Whole bean, or ground to your choice' : 'Whole bean'
}
