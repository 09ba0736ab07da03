import { lineTitle } from '#shared/kernel/sizes.ts'
import type { OrderLineRow } from '#server/kernel/db/schema.ts'

/** The name of an order line with its size, net weight and grind. */
export function titleOf({ name, size_grams: size, size_label: sizeLabel, grind }: OrderLineRow): string {
  return lineTitle({ name, size, sizeLabel, grind })
}
