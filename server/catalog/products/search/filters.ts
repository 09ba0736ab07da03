/** Filters the products on sale, and counts the products that each further choice would show. */
import {
  FILTERS,
  FILTER_NAMES,
  slugOf,
  type Chosen,
  type FilterName,
} from '#shared/platform/product-filters.ts'
import type { FilterFacts } from '#shared/catalog/api/products.ts'
import type { IndexedProduct, Option, ProductIndex } from './product-index.ts'

export type Filtered = {
  /** The products that pass every filter, in the order of the list. */
  products: IndexedProduct[]
  filters: FilterFacts[]
  /** If no product passes: the filters whose removal shows products, with the number of these products. */
  without: { name: FilterName; products: number }[]
  /** If no product passes: the number of filters that each product passes, by product id. */
  passed: ReadonlyMap<string, number>
}

/** The products of a list that pass every filter. */
export function filterProducts(
  index: ProductIndex,
  listed: readonly IndexedProduct[],
  { values }: Chosen,
): readonly IndexedProduct[] {
  const chosen = chosenIds(index, values)
  if (chosen.length === 0) return listed
  return listed.filter(({ options }) => chosen.every(({ ids }) => options.some((id) => ids.has(id))))
}

/**
 * Like `filterProducts`, with the counts of all filters.
 * @param listed the products of the list before its filters, in its order
 */
export function filterAndCount(
  index: ProductIndex,
  listed: readonly IndexedProduct[],
  { values }: Chosen,
): Filtered {
  const chosen = chosenIds(index, values)
  const filterOf = index.options.map((option) => option.filter)
  const inList = new Set<number>()
  const counts = new Int32Array(index.options.length)
  const without = new Map<FilterName, number>()
  const passed = new Map<string, number>()
  const products: IndexedProduct[] = []
  for (const product of listed) {
    const failed = chosen.filter(({ ids }) => !product.options.some((id) => ids.has(id)))
    const [only] = failed
    if (failed.length === 0) products.push(product)
    if (failed.length === 1) without.set(only!.name, (without.get(only!.name) ?? 0) + 1)
    if (products.length === 0) passed.set(product.id, chosen.length - failed.length)
    for (const id of product.options) {
      inList.add(id)
      // The count of an option ignores the chosen options of the same filter, because options of one filter are alternatives.
      if (failed.length === 0 || (failed.length === 1 && filterOf[id] === only!.name)) counts[id]!++
    }
  }
  const isEmpty = products.length === 0
  return {
    products,
    filters: factsOf(index, { inList, counts, values }),
    without: isEmpty ? [...without].map(([name, count]) => ({ name, products: count })) : [],
    passed: isEmpty ? passed : new Map(),
  }
}

function chosenIds(
  index: ProductIndex,
  values: Chosen['values'],
): { name: FilterName; ids: ReadonlySet<number> }[] {
  return FILTER_NAMES.flatMap((name) => {
    const named = values[name]
    return named ? [{ name, ids: idsOf(index, name, named) }] : []
  })
}

function idsOf({ options }: ProductIndex, name: FilterName, values: readonly string[]): ReadonlySet<number> {
  const named = options.filter(({ filter, value }) => filter === name && values.includes(value))
  return new Set(named.map(({ id }) => id))
}

type Counted = { inList: ReadonlySet<number>; counts: Int32Array; values: Chosen['values'] }

/** The filters that can narrow the list: those with several options, and those that are chosen. */
function factsOf({ options }: ProductIndex, { inList, counts, values }: Counted): FilterFacts[] {
  return FILTER_NAMES.flatMap((name) => {
    const chosen = values[name] ?? []
    const shown = options.filter(({ id, filter }) => filter === name && inList.has(id))
    const facts = shown.toSorted(orderOf(name)).map(({ id, value, label }) => {
      return { value, label, products: counts[id]!, isChosen: chosen.includes(value) }
    })
    // A chosen value that no product of the list has can still be removed.
    const others = chosen.filter((value) => facts.every((each) => each.value !== value))
    const all = [...facts, ...others.map((value) => unknown(name, value))]
    const canNarrow = name === 'stock' ? all.length > 0 : all.length > 1
    return canNarrow || chosen.length > 0 ? [{ name, label: FILTERS[name].label, options: all }] : []
  })
}

function unknown(name: FilterName, value: string): FilterFacts['options'][number] {
  const label = FILTERS[name].labels?.find((each) => slugOf(each) === value)
  return { value, label: label ?? value, products: 0, isChosen: true }
}

/** Fixed values in their order, others by name. */
function orderOf(name: FilterName): (one: Option, other: Option) => number {
  const { labels } = FILTERS[name]
  return labels
    ? (one, other) => labels.indexOf(one.label) - labels.indexOf(other.label)
    : (one, other) => one.label.localeCompare(other.label, 'en')
}
