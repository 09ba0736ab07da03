/** The fields of a size of a product, in the order of the form. The first size of a product is its default. */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { onlyCoffee } from './coffee.ts'
import { choice, money, optionalInteger, requiredInteger, text } from '#shared/platform/resources/kinds.ts'
import { smallWeight } from '#shared/platform/resources/weights.ts'

/** The largest weight of a size. */
export const MAX_GRAMS = 100_000

export const sizeFields = {
  price: money('Price', { column: 'price_cents', hint: 'In dollars', csv: { place: 2 } }),
  countInStock: requiredInteger('Count in stock', {
    column: 'count_in_stock',
    max: 1_000_000,
    isStock: true,
    csv: { place: 5, also: ['stock', 'instock', 'count', 'quantity', 'qty'] },
  }),
  grams: smallWeight('Size', {
    column: 'grams',
    // As in the specification (test/SPEC.md).
    first: 'g',
    max: MAX_GRAMS,
    // Only coffee beans have a net weight.
    onlyWhen: onlyCoffee('have a size'),
    csv: { place: 9, also: ['sizeg', 'sizegrams', 'grams', 'weight'] },
  }),
  /** The weight of goods in the parcel. */
  shippingGrams: smallWeight('Shipping weight', {
    column: 'shipping_grams',
    max: MAX_GRAMS,
    min: 1,
    onlyWhen: {
      field: 'category',
      isNot: COFFEE_BEANS,
      problem: 'A coffee has a size, and needs no other weight',
    },
    csv: { place: 47, also: ['shippinggrams', 'packedweight'] },
  }),
  /** Replaces the label that follows from the weight (shared/kernel/sizes.ts). */
  label: text('Label', {
    column: 'label',
    max: 30,
    csv: { place: 14, also: ['sizelabel', 'sizename'] },
  }),
  /** Whether visitors neither see nor buy it. */
  forAccounts: choice('Size sold to', {
    column: 'for_accounts',
    words: ['Everybody', 'Wholesale only'],
    alsoInCsv: [[], ['accounts', 'accounts only', 'wholesale']],
    csv: { place: 53, also: ['sizesoldto'] },
  }),
  /** The pieces of a case, in which accounts order it; null if they order by the piece. */
  pack: optionalInteger('Pieces per case', {
    column: 'pack',
    min: 2,
    max: 1000,
    hint: 'Accounts order whole cases. Empty: by the piece',
    csv: { place: 54, also: ['pack', 'casesize'] },
  }),
  sku: {
    ...text('SKU', { column: 'sku', max: 40, csv: { place: 15, also: ['articlenumber', 'partnumber'] } }),
    // Programs write an apostrophe before a number that is a text.
    fromCell: (cell: string) => cell.replace(/^'(?=\d)/, ''),
  },
}
