/** The labels of sizes, from the options of another shop. */
import { sizeFields } from '#shared/resources/product-size.ts'
import type { Option } from './grinds.ts'

/** The options of a size as its label, such as '12 oz / Red'. */
export function labelFrom(options: readonly Option[]): string {
  return options
    .map(({ value }) => value)
    .filter((value) => value !== '' && value !== 'Default Title')
    .join(' / ')
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
