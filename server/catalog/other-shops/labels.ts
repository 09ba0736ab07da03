/** The labels of sizes, from the options of another shop. */
import { sizeFields } from '#shared/catalog/resources/product-size.ts'
import { readNumber, toGrams, type WeightUnit } from '#shared/kernel/weights.ts'
import type { Option } from './grinds.ts'

/** The options of a size as its label, such as '12 oz / Red'. */
export function labelFrom(options: readonly Option[]): string {
  return options
    .map(({ value }) => value)
    .filter((value) => value !== '' && value !== 'Default Title')
    .join(' / ')
}

const WEIGHTS = /(\d[\d.,]{0,8}|\d\/\d)\s{0,2}(oz|ounces?|lbs?|pounds?|kgs?|kilos?|g|gr|grams?|gramm)\b/gi
const UNITS: Record<string, WeightUnit> = { o: 'oz', l: 'lb', p: 'lb', k: 'kg', g: 'g' }
/** The part by which two weights of a label may differ that are one weight in two units: '12 oz (340 g)'. */
const TOLERANCE = 0.04

/** '12 oz bag' and '12 oz (340 g)' as grams; null if the label names no weight, several, or further numbers: '3 x 250 g'. */
export function weightIn(label: string): number | null {
  const [first, ...others] = [...label.matchAll(WEIGHTS)].map(([, number = '', unit = '']) => {
    const [part = '', parts = '1'] = number.split('/')
    return toGrams(readNumber(part) / Number(parts), UNITS[unit[0]!.toLowerCase()]!)
  })
  const isOne =
    first !== undefined &&
    others.every((grams) => Math.abs(grams - first) <= TOLERANCE * first) &&
    !/\d/.test(label.replace(WEIGHTS, ''))
  return isOne && first > 0 && Number.isFinite(first) ? first : null
}

const MAX = sizeFields.label.input.max

/** Labels that fit, and are different if they were before. A shortened label has a remark. */
export function uniqueLabels(labels: readonly string[]): { label: string; notes: string[] }[] {
  const taken = new Set(labels.filter((label) => label.length <= MAX))
  return labels.map((long) => {
    if (long.length <= MAX) return { label: long, notes: [] }
    for (let number = 1; ; number++) {
      const end = number === 1 ? '…' : `… ${number}`
      const label = `${long.slice(0, MAX - end.length).trim()}${end}`
      if (taken.has(label)) continue
      taken.add(label)
      return {
        label,
        notes: [`The label “${long.slice(0, 200)}” is longer than ${MAX} characters. Here it is “${label}”`],
      }
    }
  })
}
