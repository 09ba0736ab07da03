/**
 * The fields of a product, in the order of its form. The price, the weight and the count in stock belong to its sizes
 * (product-size.ts).
 */
import * as z from 'zod/mini'
import { ACCENT_NAMES } from '../accents.ts'
import { COFFEE_BEANS, COMPOSITIONS, FLAVORS, USES } from '../categories.ts'
import { ownPicture } from '../fields.ts'
import { choice, integer, longText, oneOf, optionalInteger, ruledText, requiredText, text } from './kinds.ts'
import { severalOrNone } from './lists.ts'

const onlyCoffee = (what: string) => ({
  field: 'category',
  is: COFFEE_BEANS,
  problem: `Only products of the category ${COFFEE_BEANS} have ${what}`,
})

export const productFields = {
  name: requiredText('Name', {
    column: 'name',
    max: 120,
    sample: 'Sample name',
    part: 'goods',
    wide: true,
    csv: { place: 1 },
  }),
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
  process: text('Process', {
    column: 'process',
    max: 40,
    list: 'processes',
    hint: '“Washed”, “Natural”, “Honey”',
    onlyWhen: onlyCoffee('a process'),
    part: 'label',
    csv: { place: 17, also: ['processing'] },
  }),
  variety: text('Variety', {
    column: 'variety',
    max: 120,
    list: 'varieties',
    hint: 'Several with commas: “SL28, SL34”',
    onlyWhen: onlyCoffee('a variety'),
    part: 'label',
    csv: { place: 18, also: ['varieties', 'varietal', 'cultivar'] },
  }),
  altitude: optionalInteger('Altitude', {
    column: 'altitude',
    max: 9000,
    unit: 'm',
    hint: 'In meters; for a range, its middle',
    onlyWhen: onlyCoffee('an altitude'),
    part: 'label',
    csv: { place: 19, also: ['altitudem', 'elevation', 'masl'] },
  }),
  flavors: severalOrNone('Flavor', {
    column: 'flavors',
    options: FLAVORS,
    hint: 'The flavor families of the cupping note, for the filter of the shop',
    onlyWhen: onlyCoffee('flavors'),
    part: 'label',
    wide: true,
    csv: { place: 20, also: ['flavors', 'flavorfamily'] },
  }),
  bestFor: severalOrNone('Best for', {
    column: 'best_for',
    options: USES,
    onlyWhen: onlyCoffee('a best use'),
    part: 'label',
    wide: true,
    csv: { place: 21 },
  }),
  composition: oneOf('Type', {
    column: 'composition',
    options: COMPOSITIONS,
    none: 'Not stated',
    onlyWhen: onlyCoffee('a type'),
    part: 'label',
    csv: { place: 22, also: ['blend', 'singleorigin'] },
  }),
  isDecaf: choice('Caffeine', {
    column: 'is_decaf',
    words: ['Regular', 'Decaf'],
    alsoInCsv: [
      ['no', 'false', '0', 'caffeinated'],
      ['yes', 'true', '1', 'decaffeinated'],
    ],
    onlyWhen: onlyCoffee('caffeine'),
    part: 'label',
    csv: { place: 23, also: ['decaf'] },
  }),
  producer: text('Producer', {
    column: 'producer',
    max: 120,
    hint: 'The farm, the cooperative or the washing station',
    onlyWhen: onlyCoffee('a producer'),
    part: 'label',
    csv: { place: 40, also: ['farm', 'grower'] },
  }),
  brewMethod: text('Brew method', {
    column: 'brew_method',
    max: 40,
    hint: 'Such as “Pour over”. The recipe is the method with coffee, water and time',
    onlyWhen: onlyCoffee('a recipe'),
    part: 'label',
    csv: { place: 41 },
  }),
  brewDose: optionalInteger('Coffee for the recipe', {
    column: 'brew_dose',
    max: 1000,
    unit: 'g',
    hint: 'In grams',
    onlyWhen: onlyCoffee('a recipe'),
    part: 'label',
    csv: { place: 42, also: ['dose', 'brewdose'] },
  }),
  brewWater: optionalInteger('Water for the recipe', {
    column: 'brew_water',
    max: 10_000,
    unit: 'g',
    hint: 'In grams; for espresso, the weight of the shot',
    onlyWhen: onlyCoffee('a recipe'),
    part: 'label',
    csv: { place: 43, also: ['water', 'brewwater'] },
  }),
  brewSeconds: optionalInteger('Brew time', {
    column: 'brew_seconds',
    max: 172_800,
    unit: 's',
    hint: 'In seconds: 210 is shown as 3:30',
    onlyWhen: onlyCoffee('a recipe'),
    part: 'label',
    csv: { place: 44, also: ['brewseconds'] },
  }),
  /** The color of the coffee on its card and page (shared/accents.ts). */
  accent: oneOf('Color', {
    column: 'accent',
    options: ACCENT_NAMES,
    none: 'By taste',
    hint: 'Choose the color that fits the bag',
    onlyWhen: onlyCoffee('a color'),
    part: 'label',
    csv: { place: 45, also: ['accent'] },
  }),
  /** Whether a coffee has no stock, and is roasted when it is ordered (decisions/070-roastery.md). */
  isRoastedToOrder: choice('Availability', {
    column: 'is_roasted_to_order',
    words: ['Counted in stock', 'Roasted to order'],
    hint: 'Roasted to order: there is no stock, and orders are planned under Roastery. The coffee needs a recipe there',
    onlyWhen: {
      field: 'category',
      is: COFFEE_BEANS,
      problem: `Only products of the category ${COFFEE_BEANS} are roasted to order`,
    },
    part: 'goods',
    csv: { place: 46, also: ['roastedtoorder'] },
  }),
  /** Whether a coffee is not ground, although the shop grinds (shared/grinds.ts). */
  wholeBeanOnly: choice('Grinding', {
    column: 'whole_bean_only',
    words: ['As the shop offers', 'Whole bean only'],
    alsoInCsv: [
      ['yes', 'ground'],
      ['no', 'whole bean', 'beans'],
    ],
    onlyWhen: {
      field: 'category',
      is: COFFEE_BEANS,
      problem: `Only products of the category ${COFFEE_BEANS} can be ground`,
    },
    part: 'label',
    csv: { place: 16 },
  }),
  /** Products with a number come first in the lists of the shop, lowest first. */
  shopPlace: optionalInteger('Place in lists', {
    column: 'shop_place',
    max: 9999,
    hint: 'The lowest number comes first. Products without a number follow, the newest first.',
    part: 'goods',
    csv: { place: 24, also: ['placeintheshop', 'place', 'position'] },
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
