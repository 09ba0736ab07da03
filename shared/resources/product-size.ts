/** The fields of a size of a product, in the order of the form. The first size of a product is its default. */
import { COFFEE_BEANS } from '../categories.ts'
import { money, optionalInteger, requiredInteger, text } from './kinds.ts'

export const sizeFields = {
  price: money('Price', { column: 'price_cents', hint: 'In dollars', csv: { place: 2 } }),
  countInStock: requiredInteger('Count in stock', {
    column: 'count_in_stock',
    max: 1_000_000,
    isStock: true,
    csv: { place: 5, also: ['stock', 'instock', 'count', 'quantity', 'qty'] },
  }),
  grams: optionalInteger('Size', {
    column: 'grams',
    max: 100_000,
    unit: 'g',
    // Only coffee beans have a net weight.
    onlyWhen: {
      field: 'category',
      is: COFFEE_BEANS,
      problem: `Only products of the category ${COFFEE_BEANS} have a size`,
    },
    csv: { place: 9, also: ['sizeg', 'sizegrams', 'grams', 'weight'] },
  }),
  /** Replaces the label that follows from the weight (shared/sizes.ts). */
  label: text('Label', {
    column: 'label',
    max: 30,
    csv: { place: 14, also: ['sizelabel', 'sizename'] },
  }),
  sku: text('SKU', { column: 'sku', max: 40, csv: { place: 15, also: ['articlenumber', 'partnumber'] } }),
}
