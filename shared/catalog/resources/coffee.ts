/** The fields that only a coffee has, in the order of the product's form. */
import { ACCENT_NAMES } from '../accents.ts'
import { COFFEE_BEANS, COMPOSITIONS, FLAVORS, USES } from '#shared/kernel/categories.ts'
import { daySpan } from '#shared/platform/resources/days.ts'
import { choice, oneOf, optionalInteger, text } from '#shared/platform/resources/kinds.ts'
import { severalOrNone } from '#shared/platform/resources/lists.ts'

/** @param does what only a coffee has, or what only a coffee can be: 'have a process' */
export const onlyCoffee = (does: string) => ({
  field: 'category',
  is: COFFEE_BEANS,
  problem: `Only products of the category ${COFFEE_BEANS} ${does}`,
})

export const coffeeFields = {
  process: text('Process', {
    column: 'process',
    max: 40,
    list: 'processes',
    hint: '“Washed”, “Natural”, “Honey”',
    onlyWhen: onlyCoffee('have a process'),
    part: 'label',
    csv: { place: 17, also: ['processing'] },
  }),
  variety: text('Variety', {
    column: 'variety',
    max: 120,
    list: 'varieties',
    hint: 'Several with commas: “SL28, SL34”',
    onlyWhen: onlyCoffee('have a variety'),
    part: 'label',
    csv: { place: 18, also: ['varieties', 'varietal', 'cultivar'] },
  }),
  altitude: optionalInteger('Altitude', {
    column: 'altitude',
    max: 9000,
    unit: 'm',
    hint: 'In meters; for a range, the middle',
    onlyWhen: onlyCoffee('have an altitude'),
    part: 'label',
    csv: { place: 19, also: ['altitudem', 'elevation', 'masl'] },
  }),
  flavors: severalOrNone('Flavor', {
    column: 'flavors',
    options: FLAVORS,
    hint: 'The flavor families of the cupping note, for the filter of the shop',
    onlyWhen: onlyCoffee('have flavors'),
    part: 'taste',
    wide: true,
    csv: { place: 20, also: ['flavors', 'flavorfamily'] },
  }),
  bestFor: severalOrNone('Best for', {
    column: 'best_for',
    options: USES,
    onlyWhen: onlyCoffee('have a best use'),
    part: 'taste',
    wide: true,
    csv: { place: 21 },
  }),
  composition: oneOf('Type', {
    column: 'composition',
    options: COMPOSITIONS,
    none: 'Not stated',
    onlyWhen: onlyCoffee('have a type'),
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
    onlyWhen: onlyCoffee('have caffeine'),
    part: 'label',
    csv: { place: 23, also: ['decaf'] },
  }),
  producer: text('Producer', {
    column: 'producer',
    max: 120,
    hint: 'The farm, the cooperative or the washing station',
    onlyWhen: onlyCoffee('have a producer'),
    part: 'label',
    csv: { place: 40, also: ['farm', 'grower'] },
  }),
  brewMethod: text('Brew method', {
    column: 'brew_method',
    max: 40,
    hint: 'Such as “Pour over”. The recipe is the method with coffee, water and time',
    onlyWhen: onlyCoffee('have a recipe'),
    part: 'recipe',
    csv: { place: 41 },
  }),
  brewDose: optionalInteger('Coffee for the recipe', {
    column: 'brew_dose',
    max: 1000,
    unit: 'g',
    hint: 'In grams',
    onlyWhen: onlyCoffee('have a recipe'),
    part: 'recipe',
    csv: { place: 42, also: ['dose', 'brewdose'] },
  }),
  brewWater: optionalInteger('Water for the recipe', {
    column: 'brew_water',
    max: 10_000,
    unit: 'g',
    hint: 'In grams; for espresso, the weight of the shot',
    onlyWhen: onlyCoffee('have a recipe'),
    part: 'recipe',
    csv: { place: 43, also: ['water', 'brewwater'] },
  }),
  brewSeconds: optionalInteger('Brew time', {
    column: 'brew_seconds',
    max: 172_800,
    unit: 's',
    hint: 'In seconds: 210 is shown as 3:30',
    onlyWhen: onlyCoffee('have a recipe'),
    part: 'recipe',
    csv: { place: 44, also: ['brewseconds'] },
  }),
  /** Days after the roast (shared/catalog/freshness.ts). Empty: by the roasting level. */
  bestFilter: daySpan('Best as filter', {
    column: 'best_filter',
    hint: 'Days after the roast, such as “7 to 35”. If empty, by the roasting level',
    onlyWhen: onlyCoffee('have days of best taste'),
    part: 'roasting',
    csv: { place: 49, also: ['bestfilter'] },
  }),
  bestEspresso: daySpan('Best as espresso', {
    column: 'best_espresso',
    hint: 'Days after the roast, such as “14 to 42”. If empty, by the roasting level',
    onlyWhen: onlyCoffee('have days of best taste'),
    part: 'roasting',
    csv: { place: 50, also: ['bestespresso'] },
  }),
  /** The color of the coffee on its card and page (shared/catalog/accents.ts). */
  accent: oneOf('Color', {
    column: 'accent',
    options: ACCENT_NAMES,
    none: 'By taste',
    hint: 'Choose the color that fits the bag',
    onlyWhen: onlyCoffee('have a color'),
    part: 'label',
    csv: { place: 45, also: ['accent'] },
  }),
  /** Whether a coffee has no stock, and is roasted when it is ordered (decisions/070-roastery.md). */
  isRoastedToOrder: choice('Availability', {
    column: 'is_roasted_to_order',
    words: ['Counted in stock', 'Roasted to order'],
    hint: 'Roasted to order: there is no stock, and orders are planned under Roastery. The coffee needs a recipe there',
    onlyWhen: onlyCoffee('are roasted to order'),
    part: 'goods',
    csv: { place: 46, also: ['roastedtoorder'] },
  }),
  /** Whether a coffee is not ground, although the shop grinds (shared/platform/grinds.ts). */
  wholeBeanOnly: choice('Grinding', {
    column: 'whole_bean_only',
    words: ['As the shop offers', 'Whole bean only'],
    alsoInCsv: [
      ['yes', 'ground'],
      ['no', 'whole bean', 'beans'],
    ],
    onlyWhen: onlyCoffee('can be ground'),
    part: 'grinding',
    csv: { place: 16 },
  }),
}
