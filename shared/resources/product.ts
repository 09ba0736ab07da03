/** The fields of a product, in the order of its form. */
import * as z from 'zod/mini'
import { COFFEE_BEANS } from '../categories.ts'
import {
  choice,
  integer,
  longText,
  money,
  optionalInteger,
  ruledText,
  requiredInteger,
  requiredText,
  text,
} from './kinds.ts'

/** The path of a bundled or uploaded picture; no external URL. */
const ownPicture = z
  .string()
  .check(
    z.regex(
      /^(\/(pictures|uploads)\/[A-Za-z0-9][A-Za-z0-9._-]{0,120})?$/,
      'The image must be one of the shop’s own pictures',
    ),
  )

export const productFields = {
  name: requiredText('Name', {
    column: 'name',
    max: 120,
    sample: 'Sample name',
    part: 'goods',
    wide: true,
    csv: { place: 1 },
  }),
  price: money('Price', { column: 'price_cents', hint: 'In dollars', part: 'goods', csv: { place: 2 } }),
  countInStock: requiredInteger('Count in stock', {
    column: 'count_in_stock',
    max: 1_000_000,
    isStock: true,
    part: 'goods',
    csv: { place: 5, also: ['stock', 'instock', 'count', 'quantity', 'qty'] },
  }),
  category: requiredText('Category', {
    column: 'category',
    max: 60,
    list: 'categories',
    sample: 'Sample category',
    part: 'goods',
    csv: { place: 3 },
  }),
  size: optionalInteger('Size', {
    column: 'size_grams',
    max: 100_000,
    unit: 'g',
    // Only coffee beans have a size.
    onlyWhen: {
      field: 'category',
      is: COFFEE_BEANS,
      problem: `Only products of the category ${COFFEE_BEANS} have a size`,
    },
    part: 'goods',
    csv: { place: 9, also: ['sizeg', 'sizegrams', 'grams', 'weight'] },
  }),
  brand: text('Brand', {
    column: 'brand',
    max: 80,
    list: 'brands',
    sample: 'Sample brand',
    part: 'goods',
    csv: { place: 4 },
  }),
  image: ruledText('First Image', {
    column: 'image',
    edit: ownPicture,
    csv: { place: 11, also: ['image'] },
  }),
  secondImage: ruledText('Second Image', {
    column: 'second_image',
    edit: z._default(ownPicture, ''),
    csv: { place: 12 },
  }),
  description: longText('Description', {
    column: 'description',
    max: 5000,
    rows: 7,
    sample: 'Sample description',
    part: 'label',
    wide: true,
    csv: { place: 10 },
  }),
  origin: text('Origin', {
    column: 'origin',
    max: 80,
    list: 'origins',
    hint: 'Country, region: “Ethiopia, Guji”',
    sample: 'Sample origin',
    part: 'label',
    csv: { place: 6 },
  }),
  cuppingNote: text('Cupping Note', {
    column: 'cupping_note',
    max: 200,
    hint: '“Apricot, jasmine, wild honey”',
    sample: 'Sample cupping note',
    part: 'label',
    csv: { place: 7, also: ['cuppingnotes'] },
  }),
  roastingLevel: integer('Roasting Level', {
    column: 'roasting_level',
    max: 5,
    part: 'label',
    csv: { place: 8, also: ['roastlevel', 'roast'] },
  }),
  /** Products with a number are on the home page, lowest first. */
  featured: optionalInteger('Place on the home page', {
    column: 'featured',
    max: 99,
    hint: 'The lowest number comes first. Best sellers fill the other places.',
    part: 'goods',
    csv: { place: 14, also: ['home', 'homepage'] },
  }),
  /** Whether the product is hidden from the shop. A request without this field puts the product on sale. */
  isDraft: choice('In the shop', {
    column: 'is_draft',
    words: ['On sale', 'Hidden'],
    alsoInCsv: [
      ['yes', 'true', '1'],
      ['draft', 'no', 'false', '0'],
    ],
    part: 'label',
    csv: { place: 13, also: ['status', 'shop'] },
  }),
}
