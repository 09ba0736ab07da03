/**
 * The fields of a product, in the order of its form. The fields that only a coffee has are in coffee.ts. The price, the
 * weight and the count in stock belong to the sizes (product-size.ts).
 */
import * as z from 'zod/mini'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { ownPicture } from '#shared/kernel/fields.ts'
import { coffeeFields } from './coffee.ts'
import {
  choice,
  integer,
  longText,
  optionalInteger,
  ruledText,
  requiredText,
  text,
} from '#shared/platform/resources/kinds.ts'
import { slugField } from '#shared/platform/resources/slug.ts'

export const productFields = {
  name: requiredText('Name', {
    column: 'name',
    max: 120,
    sample: 'Sample name',
    part: 'goods',
    wide: true,
    csv: { place: 1 },
  }),
  slug: slugField('/product/', { part: 'goods', wide: true, csv: { place: 26, also: ['slug', 'urlkey'] } }),
  category: requiredText('Category', {
    column: 'category',
    max: 60,
    list: 'categories',
    sample: 'Sample category',
    part: 'goods',
    csv: { place: 3 },
  }),
  brand: text('Brand', {
    column: 'brand',
    max: 80,
    list: 'brands',
    sample: 'Sample brand',
    part: 'goods',
    csv: { place: 4 },
  }),
  material: text('Material', {
    column: 'material',
    max: 120,
    hint: '“Stoneware, speckled glaze”',
    onlyWhen: { field: 'category', isNot: COFFEE_BEANS, problem: 'A coffee has no material' },
    part: 'goods',
    csv: { place: 51, also: ['materials'] },
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
    part: 'taste',
    csv: { place: 7, also: ['cuppingnotes'] },
  }),
  roastingLevel: integer('Roasting Level', {
    column: 'roasting_level',
    max: 5,
    part: 'taste',
    csv: { place: 8, also: ['roastlevel', 'roast'] },
  }),
  ...coffeeFields,
  /** Products with a number come first in the lists of the shop, lowest first. */
  shopPlace: optionalInteger('Place in lists', {
    column: 'shop_place',
    max: 9999,
    hint: 'The lowest number comes first. Products without a number follow, the newest first.',
    part: 'places',
    csv: { place: 24, also: ['placeintheshop', 'place', 'position'] },
  }),
  /** Products with a number are on the home page, lowest first. */
  featured: optionalInteger('Place on the home page', {
    column: 'featured',
    max: 99,
    hint: 'The lowest number comes first. Best sellers fill the other places.',
    part: 'places',
    csv: { place: 14, also: ['home', 'homepage'] },
  }),
  /** Whether the product is hidden from the shop. */
  isDraft: choice('In the shop', {
    column: 'is_draft',
    words: ['On sale', 'Hidden'],
    alsoInCsv: [
      ['yes', 'true', '1'],
      ['draft', 'no', 'false', '0'],
    ],
    part: 'places',
    csv: { place: 13, also: ['status', 'shop'] },
  }),
  /** Whether only accounts can buy it. The shop then hides it as it hides a draft. */
  forAccounts: choice('Sold to', {
    column: 'for_accounts',
    words: ['Everybody', 'Wholesale only'],
    alsoInCsv: [[], ['accounts', 'accounts only', 'wholesale']],
    hint: 'Wholesale only: hidden in the shop, and on the order page of accounts',
    part: 'wholesale',
    csv: { place: 52, also: ['soldto'] },
  }),
  /** The only account that can buy it, such as a coffee under the label of a cafe. Empty if all can. */
  companyId: text('Private label of', {
    column: 'company_id',
    max: 40,
    hint: 'The only account that can order it. It is then sold to wholesale only',
    part: 'wholesale',
    csv: { place: 55, also: ['account', 'accountid', 'privatelabel'] },
  }),
}
