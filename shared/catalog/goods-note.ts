/** What cards and lines say about goods other than coffee. */
import { ART_SHOW, COFFEE_BEANS } from '#shared/kernel/categories.ts'

/**
 * The material of goods, or the artist of a work or print, who is its brand. Empty for coffee, and if neither is known.
 */
export function goodsNote({
  category,
  brand,
  material,
}: {
  category: string
  brand: string
  material: string
}): string {
  if (category === COFFEE_BEANS) return ''
  return (category === ART_SHOW && brand) || material
}
