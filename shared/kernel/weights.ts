/** Weights as text. Rows and the API have whole grams; people read and type kilograms, pounds, grams or ounces. */

import { formatNumber } from './counts.ts'

export const WEIGHT_UNITS = ['kg', 'lb', 'g', 'oz'] as const
export type WeightUnit = (typeof WEIGHT_UNITS)[number]

/** The international avoirdupois pound is 453.59237 g (NIST Handbook 44, appendix C). */
const GRAMS: Record<WeightUnit, number> = { kg: 1000, lb: 453.59237, g: 1, oz: 453.59237 / 16 }
const DECIMALS: Record<WeightUnit, number> = { kg: 3, lb: 2, g: 0, oz: 1 }

/** A weight in a unit: 12500 in kg is '12.5 kg', 1234500 is '1,234.5 kg'. */
export function weightText(grams: number, unit: WeightUnit): string {
  const [whole, decimals] = weightNumber(grams, unit).split('.')
  return `${formatNumber(Number(whole))}${decimals ? `.${decimals}` : ''}\u00a0${unit}`
}

/** The number of `weightText`, without separators, as for an input. */
export function weightNumber(grams: number, unit: WeightUnit): string {
  return String(Number((grams / GRAMS[unit]).toFixed(DECIMALS[unit])))
}

/** A weight in the unit of the shop and in the other system: '12.5 kg (27.56 lb)'. */
export function bothWeights(grams: number, unit: WeightUnit): string {
  return `${weightText(grams, unit)} (${weightText(grams, OTHER[unit])})`
}

const SMALL_GRAMS = 1000

/** Writes weights in both systems, the shop's first: '26.46 lb (12 kg)', and small ones '12 oz (340 g)'. */
export function weighIn(inPounds: boolean): (grams: number) => string {
  return (grams) => {
    const isSmall = Math.abs(grams) < SMALL_GRAMS && grams !== 0
    if (inPounds) return bothWeights(grams, isSmall ? 'oz' : 'lb')
    return bothWeights(grams, isSmall ? 'g' : 'kg')
  }
}

const OTHER: Record<WeightUnit, WeightUnit> = { kg: 'lb', lb: 'kg', g: 'oz', oz: 'g' }

/** The unit of the other system. */
export function otherUnit(unit: WeightUnit): WeightUnit {
  return OTHER[unit]
}

/** Whole grams. NaN if `number` is not a number. */
export function toGrams(number: number, unit: WeightUnit): number {
  return Math.round(number * GRAMS[unit])
}

/** Reads '12.5 kg', '27 lb', '340g'. NaN if there is no unit, or the text is not a weight. */
export function readWeight(text: string): number {
  const typed = text.trim()
  const found = /(kg|lbs?|g|oz)$/i.exec(typed)
  if (!found) return Number.NaN
  const unit = found[0].toLowerCase().replace(/^lbs$/, 'lb') as WeightUnit
  return toGrams(readNumber(typed.slice(0, found.index)), unit)
}

/** Reads a typed number: '12.5', '12,5', '0,250', '1,250', '1.250,50'. NaN if it is not a number of 0 or more. */
export function readNumber(text: string): number {
  const typed = text.trim()
  if (/^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(typed)) return Number(typed.replaceAll(',', ''))
  if (/^[1-9]\d{0,2}(\.\d{3})+,\d+$/.test(typed)) return Number(typed.replaceAll('.', '').replace(',', '.'))
  return /^(\d+([.,]\d*)?|[.,]\d+)$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN
}
