import type { CSSProperties } from 'react'
import type { Product } from '#shared/catalog/api/products.ts'
import { ACCENTS, accentOf } from '#shared/catalog/accents.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'

/** Sets `--accent` to the color of a coffee. Other goods have none, so style sheets need a fallback. */
export function accentStyle(product: Product): CSSProperties | undefined {
  if (product.category !== COFFEE_BEANS) return undefined
  return { '--accent': ACCENTS[accentOf(product)] } as CSSProperties
}
