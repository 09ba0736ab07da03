/** What is compared of coffees, in the order of the rows. */
import type { Coffee } from '#shared/catalog/api/coffees.ts'
import { altitudeText } from '#shared/catalog/altitude.ts'
import { ROASTS } from '#shared/kernel/categories.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { sizeText } from '#shared/kernel/sizes.ts'
import { capitalized } from '#shared/kernel/counts.ts'
import { bestUses } from '#app/catalog/shop/best-days.tsx'
import { cupPriceText } from '#app/catalog/shop/size-choice.tsx'

/** The day on which a coffee that is ordered now is roasted; undefined if there is none. */
export type RoastDayOf = (coffee: Coffee) => string | undefined

/** A row. `cells` has the text of each coffee, empty if it is not known. */
export type Row = { name: string; cells: string[] }

/** The rows that tell coffees apart, and those that are the same for all of several. What is known of none has no row. */
export function rowsOf(
  coffees: readonly Coffee[],
  roastDayOf: RoastDayOf,
): { different: Row[]; same: Row[] } {
  const rows = TRAITS.map(({ name, of }) => ({
    name,
    cells: coffees.map((coffee) => of(coffee, roastDayOf(coffee))),
  })).filter(({ cells }) => cells.some((text) => text !== ''))
  const isSame = ({ cells }: Row) => cells.length > 1 && new Set(cells).size === 1
  return { different: rows.filter((row) => !isSame(row)), same: rows.filter(isSame) }
}

/** The level as words and on the scale of 1 to 5: 'Medium light, 2 of 5'; empty if it is not known. */
export function roastText({ roastingLevel }: Pick<Coffee, 'roastingLevel'>): string {
  return roastingLevel > 0 ? `${capitalized(ROASTS[roastingLevel]!)}, ${roastingLevel} of 5` : ''
}

export function isSoldOut({ sizes }: Pick<Coffee, 'sizes'>): boolean {
  return sizes.every(({ countInStock }) => countInStock === 0)
}

type Trait = { name: string; of: (coffee: Coffee, roastsOn: string | undefined) => string }

const TRAITS: readonly Trait[] = [
  { name: 'Notes', of: ({ cuppingNote }) => cuppingNote },
  { name: 'Flavor', of: ({ flavors }) => flavors.join(', ') },
  { name: 'Roast', of: roastText },
  { name: 'Best for', of: ({ bestFor }) => bestFor.join(', ') },
  { name: 'Price', of: priceText },
  { name: 'Price per cup', of: ({ sizes }) => cupPriceText(sizes[0]!) },
  { name: 'Availability', of: (coffee) => (isSoldOut(coffee) ? 'Sold out' : 'In stock') },
  {
    name: 'Tastes best',
    of: (coffee, roastsOn) => (roastsOn ? bestUses(coffee, roastsOn).join('\n') : ''),
  },
  { name: 'Origin', of: ({ origin }) => origin },
  { name: 'Producer', of: ({ producer }) => producer },
  { name: 'Process', of: ({ process }) => process },
  { name: 'Altitude', of: ({ altitude }) => altitudeText(altitude) },
]

/** The price of the first size: '$19.00 for 12 oz (340 g)'. */
function priceText({ sizes: [first] }: Coffee): string {
  const size = sizeText(first!)
  return size
    ? `${formatDollars(first!.price)} for ${size.replaceAll(' ', '\u00a0')}`
    : formatDollars(first!.price)
}
