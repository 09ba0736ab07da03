/** The options of a product: its values by which the filters of the shop select it. */
import { COFFEE_BEANS, ROASTS } from '#shared/kernel/categories.ts'
import {
  ALTITUDES,
  CAFFEINE,
  FILTER_NAMES,
  FILTERS,
  IN_STOCK,
  slugOf,
  type FilterName,
} from '#shared/platform/product-filters.ts'
import type { ProductRow } from '#server/kernel/db/schema.ts'

/** The columns that filters read. */
export const FACTS = [
  'category',
  'origin',
  'process',
  'variety',
  'altitude',
  'flavors',
  'best_for',
  'composition',
  'is_decaf',
  'roasting_level',
] as const
export type Facts = Pick<ProductRow, (typeof FACTS)[number]>

/** A value of a filter that at least one product has or had. */
export type Option = { id: number; filter: FilterName; value: string; label: string }

export type Options = ReturnType<typeof createOptions>

/** For each filter, the column of a product that it reads, and the function that returns the labels for its value. */
const LABELS: { [N in FilterName]: [column: keyof Facts, labelsOf: (value: never) => string[]] } = {
  roast: ['roasting_level', (level: number) => texts(ROASTS[level] ?? '')],
  flavor: ['flavors', (json: string) => JSON.parse(json) as string[]],
  best: ['best_for', (json: string) => JSON.parse(json) as string[]],
  process: ['process', texts],
  // Only the country: `Ethiopia, Guji Highlands` has the option `Ethiopia`.
  origin: ['origin', (origin: string) => texts(origin.split(',')[0]!)],
  type: ['composition', texts],
  caffeine: ['is_decaf', (isDecaf: 0 | 1) => [CAFFEINE[isDecaf]]],
  altitude: ['altitude', altitudeOf],
  variety: ['variety', (variety: string) => variety.split(',').flatMap(texts)],
  kind: ['category', texts],
  stock: ['category', () => []],
}

function texts(text: string): string[] {
  const trimmed = text.trim()
  return trimmed === '' ? [] : [trimmed]
}

function altitudeOf(meters: number | null): string[] {
  const range = meters === null ? undefined : ALTITUDES.findLast(({ from }) => meters >= from)
  return range ? [range.label] : []
}

/** Assigns ids to the options of products. The options for a value of a column are computed only once. */
export function createOptions() {
  const all: Option[] = []
  let inStock: number | undefined
  const byColumn = FILTER_NAMES.map((name) => {
    const [column, labelsOf] = LABELS[name]
    return {
      name,
      column,
      labelsOf: labelsOf as (value: unknown) => string[],
      known: new Map<unknown, number[]>(),
    }
  })

  function idOf(filter: FilterName, text: string): number {
    const value = slugOf(text)
    // Spellings with the same slug are the same option: `Catuaí` and `Catuai`.
    const same = all.find((option) => option.filter === filter && option.value === value)
    const label = FILTERS[filter].labels?.find((each) => slugOf(each) === value) ?? text
    return same?.id ?? all.push({ id: all.length, filter, value, label }) - 1
  }

  return {
    all,
    of(row: Facts, isInStock: boolean): readonly number[] {
      const ids: number[] = []
      for (const { name, column, labelsOf, known } of byColumn) {
        // Other goods have no caffeine.
        if (name === 'caffeine' && row.category !== COFFEE_BEANS) continue
        const value = row[column]
        let own = known.get(value)
        if (own === undefined) known.set(value, (own = labelsOf(value).map((label) => idOf(name, label))))
        for (const id of own) ids.push(id)
      }
      if (isInStock) ids.push(inStock ?? (inStock = idOf('stock', IN_STOCK)))
      return ids
    },
  }
}
