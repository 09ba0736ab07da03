/** How large goods are, for the drawing that shows it. */

/** In inches. */
export type Dimensions = { width: number; height: number }

/**
 * A filled bag of this net weight. 12 oz: the bag of our pictures, 130 x 235 mm (imagery/kit/bag.py). 5 lb: 6 to 7 inches
 * wide and 14 to 17 high (maixinpackingtech.com/how-big-is-a-5-lb-bag-of-coffee.html). Others on a logarithmic scale between
 * them: 2 lb is 5.8 x 12.5 inches, and 8 oz is 7.9 inches high, like the half-pound bags of coffeebags.com
 * (measuringknowhow.com/coffee-bag-sizes). Null for weights for which there is no usual bag.
 */
export function bagSize(grams: number | null): Dimensions | null {
  if (grams === null || grams < LEAST_GRAMS || grams > MOST_GRAMS) return null
  const part = Math.log(grams / SMALL.grams) / Math.log(LARGE.grams / SMALL.grams)
  const at = (from: number, to: number) => from + (to - from) * part
  return { width: at(SMALL.width, LARGE.width), height: at(SMALL.height, LARGE.height) }
}

const SMALL = { grams: 340, width: 5.1, height: 9.25 }
const LARGE = { grams: 2268, width: 6.5, height: 15.5 }
const LEAST_GRAMS = 200
const MOST_GRAMS = 2500

/**
 * The dimensions of a work from its label: '24 × 18 in', '60 x 45 cm'. Labels differ in what comes first, so the picture
 * decides. Null if the text is something else, or the work is higher than a room.
 */
export function workSize(text: string, isUpright: boolean): Dimensions | null {
  const found = /^(\d{1,3}(?:\.\d+)?) ?[×x] ?(\d{1,3}(?:\.\d+)?) ?(in|inches|"|″|cm)\.?$/i.exec(text.trim())
  if (!found) return null
  const [, one, other, unit] = found
  const sides = [Number(one), Number(other)].map((side) => side / (unit!.toLowerCase() === 'cm' ? 2.54 : 1))
  const [short, long] = [Math.min(...sides), Math.max(...sides)]
  if (short < 1 || long > MOST_INCHES) return null
  return isUpright ? { width: short, height: long } : { width: long, height: short }
}

const MOST_INCHES = 90
