/**
 * The filters and the sort order of the shop's lists, as they are in URLs:
 * `?roast=light,medium&process=washed&sort=price`. Each value is a slug. Some filters have fixed values (`labels`); the
 * values of the others come from the products on sale.
 */
import { capitalized } from '#shared/kernel/counts.ts'
import { COMPOSITIONS, FLAVORS, ROASTS, USES } from '#shared/kernel/categories.ts'

export type FilterName =
  | 'roast'
  | 'flavor'
  | 'process'
  | 'origin'
  | 'type'
  | 'best'
  | 'caffeine'
  | 'altitude'
  | 'variety'
  | 'kind'
  | 'stock'

type Filter = {
  label: string
  /** The labels of the fixed values, in their order. */
  labels?: readonly string[]
}

/** The altitudes of the filter: a label, and the lowest altitude in meters that it includes. */
export const ALTITUDES: readonly { label: string; from: number }[] = [
  { label: 'Under 1,500\u00a0m', from: 0 },
  { label: '1,500–1,800\u00a0m', from: 1500 },
  { label: 'Above 1,800\u00a0m', from: 1801 },
]

export const IN_STOCK = 'In stock'
export const CAFFEINE = ['Regular', 'Decaf'] as const

/** All filters, in the order of the page. */
export const FILTERS: Record<FilterName, Filter> = {
  roast: { label: 'Roast', labels: ROASTS.slice(1).map(capitalized) },
  flavor: { label: 'Flavor', labels: FLAVORS },
  best: { label: 'Best for', labels: USES },
  process: { label: 'Process' },
  origin: { label: 'Origin' },
  type: { label: 'Type', labels: COMPOSITIONS },
  caffeine: { label: 'Caffeine', labels: CAFFEINE },
  altitude: { label: 'Altitude', labels: ALTITUDES.map(({ label }) => label) },
  variety: { label: 'Variety' },
  kind: { label: 'Kind' },
  stock: { label: 'Availability', labels: [IN_STOCK] },
}
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[]

/** The slugs of the fixed values of each filter that has fixed values. */
const FIXED = new Map(
  FILTER_NAMES.flatMap((name) => {
    const { labels } = FILTERS[name]
    return labels ? [[name, labels.map(slugOf)] as const] : []
  }),
)

/** The sort orders of a list. `match` is only for searches, and is their default. */
export const SORTS = {
  featured: 'Featured',
  newest: 'Newest',
  price: 'Price, low to high',
  'price-down': 'Price, high to low',
  roast: 'Roast, light to dark',
  'roast-down': 'Roast, dark to light',
  match: 'Best match',
} as const
export type Sort = keyof typeof SORTS
export const SORT_NAMES = Object.keys(SORTS) as Sort[]

/** The longest keyword that a search accepts. */
export const MAX_KEYWORD = 100
/** A URL may name at most this many values of a filter. */
const MAX_VALUES = 10
const SLUG = /^[\p{L}\p{N}-]{1,60}$/u

/** The chosen filters and sort order of a URL. `values` has only filters with chosen values. */
export type Chosen = { values: Partial<Record<FilterName, string[]>>; sort?: Sort }

/** `Costa Rica` -> `costa-rica`, `1,500–1,800 m` -> `1-500-1-800-m`. */
export function slugOf(label: string): string {
  const folded = label.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return folded.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
}

/**
 * Reads the filters of a query string. Ignores unknown parameters and fixed values that do not exist, so that an old or
 * wrong link causes no error. A form without JavaScript repeats a parameter for each value; links separate values by
 * commas.
 */
export function readFilters(query: URLSearchParams): Chosen {
  const values: Chosen['values'] = {}
  for (const name of FILTER_NAMES) {
    const named = new Set(query.getAll(name).flatMap((text) => text.toLowerCase().split(',')))
    const known = FIXED.get(name)
    const chosen = known ? known.filter((slug) => named.has(slug)) : [...named].filter(isSlug).sort()
    if (chosen.length > 0) values[name] = chosen.slice(0, MAX_VALUES)
  }
  const sort = SORT_NAMES.find((name) => name === query.get('sort'))
  return sort ? { values, sort } : { values }
}

/** The query string of filters, always in the same order: `?roast=light,medium&sort=price`. Empty if there are none. */
export function filterQuery({ values, sort }: Chosen): string {
  const named = FILTER_NAMES.flatMap((name) => {
    const chosen = values[name]
    return chosen && chosen.length > 0 ? [`${name}=${chosen.map(encodeURIComponent).join(',')}`] : []
  })
  const all = sort ? [...named, `sort=${sort}`] : named
  return all.length === 0 ? '' : `?${all.join('&')}`
}

/** The parameters of the API for filters. */
export function filterInput({ values, sort }: Chosen): Partial<Record<FilterName, string>> & { sort?: Sort } {
  const named = Object.entries(values).map(([name, chosen]) => [name, chosen.join(',')])
  return { ...Object.fromEntries(named), ...(sort ? { sort } : {}) }
}

/** The pattern of a filter's parameter in the API: one or more values, separated by commas. */
export function valuesPattern(name: FilterName): RegExp {
  const known = FIXED.get(name)
  const one = known ? `(${known.join('|')})` : '[\\p{L}\\p{N}-]{1,60}'
  return new RegExp(`^${one}(,${one}){0,${MAX_VALUES - 1}}$`, 'u')
}

/** Adds a value to the chosen ones of a filter, or removes it if it is chosen. */
export function toggled(chosen: Chosen, name: FilterName, value: string): Chosen {
  const before = chosen.values[name] ?? []
  const after = before.includes(value) ? before.filter((each) => each !== value) : [...before, value]
  return { ...chosen, values: { ...chosen.values, [name]: after } }
}

function isSlug(text: string): boolean {
  return SLUG.test(text)
}
