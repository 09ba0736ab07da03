/** Lists of the shop: a department, a search, filters and an order, in any combination. */
import type { Query } from '#shared/api/endpoint.ts'
import type { products, FoundProducts } from '#shared/api/products.ts'
import { FILTER_NAMES, type Chosen, type Sort } from '#shared/product-filters.ts'
import { allDepartments } from '../departments/departments.ts'
import { wordsOf } from '../db/search.ts'
import { notFound } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { onSaleInOrder, toProducts } from './catalogue.ts'
import { applyFilters, passing, type Filtered } from './filters.ts'
import { isSearch, searchProducts, type Found } from './search.ts'
import { wholeShelf, type Shelf, type Shelved } from './shelf.ts'

const PAGE_SIZE = 8
/** A row of the list. */
const NEAREST = 4

type Wanted = Query<typeof products.list>

/** A page of the list that the query describes. A page out of range is empty. Throws 404 for an unknown department. */
export async function listProducts(shop: Shop, wanted: Wanted) {
  const { shelf, inOrder, chosen } = await listOf(shop, wanted)
  return pageOf(shop, passing(shelf, inOrder, chosen), wanted.pageNumber)
}

/**
 * Like `listProducts`, with what a page of the shop shows: the filters with their counts, the corrected keyword, and, if
 * nothing was found, the nearest products. Throws 404 for an unknown department.
 */
export async function findProducts(shop: Shop, wanted: Wanted): Promise<FoundProducts> {
  const list = await listOf(shop, wanted)
  const filtered = applyFilters(list.shelf, list.inOrder, list.chosen)
  const nearest = filtered.products.length === 0 ? nearestOf(list, filtered) : []
  return {
    ...(await pageOf(shop, filtered.products, wanted.pageNumber)),
    sort: list.sort,
    filters: filtered.filters,
    corrected: list.found?.corrected ?? null,
    without: filtered.without,
    nearest: await toProducts(shop, await onSaleInOrder(shop.db, nearest)),
  }
}

/** A list before its filters. */
type List = {
  shelf: Shelf
  /** The products of the department, or of the shop. */
  all: readonly Shelved[]
  /** Those that the search found, in the order of the list. */
  inOrder: readonly Shelved[]
  found: Found | null
  chosen: Chosen
  sort: Sort
}

async function listOf(shop: Shop, { keyword = '', department, ...query }: Wanted): Promise<List> {
  const [shelf, categories, found] = await Promise.all([
    shop.remembered('Product', wholeShelf),
    department === undefined ? null : categoriesOf(shop, department),
    isSearch(keyword) ? searchProducts(shop, keyword) : null,
  ])
  const chosen = chosenIn(query)
  const sort = chosen.sort ?? (found ? 'match' : 'featured')
  const ordered = shelf.sorted(sort === 'match' ? 'featured' : sort)
  const all = categories ? ordered.filter(({ category }) => categories.has(category)) : ordered
  const listed = found ? all.filter(({ id }) => found.ids.has(id)) : all
  const isByMatch = sort === 'match' && found !== null
  const inOrder = isByMatch ? bestFirst(listed, found.corrected ?? keyword) : listed
  return { shelf, all, inOrder, found, chosen, sort }
}

async function categoriesOf(shop: Shop, slug: string): Promise<ReadonlySet<string>> {
  const departments = await shop.remembered('Product', allDepartments)
  const department = departments.find((each) => each.slug === slug)
  if (!department) throw notFound('Department')
  return new Set(department.categories)
}

function chosenIn(query: Omit<Wanted, 'keyword' | 'department' | 'pageNumber'>): Chosen {
  const values: Chosen['values'] = {}
  for (const name of FILTER_NAMES) if (query[name]) values[name] = query[name].split(',')
  return query.sort ? { values, sort: query.sort } : { values }
}

/** Products with more words of the keyword in their name come first. */
function bestFirst(listed: readonly Shelved[], keyword: string): readonly Shelved[] {
  const words = wordsOf(keyword)
  const inName = (product: Shelved) => {
    const named = nameOf(product)
    return words.filter((word) => named.some((each) => each.startsWith(word))).length
  }
  const scores = new Map(listed.map((product) => [product, inName(product)]))
  return listed.toSorted((one, other) => scores.get(other)! - scores.get(one)!)
}

const names = new WeakMap<Shelved, readonly string[]>()

/** The words of a product's name, which are kept as long as the product is. */
function nameOf(product: Shelved): readonly string[] {
  const known = names.get(product) ?? wordsOf(product.name)
  names.set(product, known)
  return known
}

/** The products that pass most filters and have most words of the keyword; none that have nothing of it. */
function nearestOf({ all, inOrder, found }: List, { passed }: Filtered): string[] {
  const candidates = inOrder.length > 0 ? inOrder : all
  const scoreOf = ({ id }: Shelved) => (passed.get(id) ?? 0) + (found?.partly.get(id) ?? 0)
  const scores = new Map(candidates.map((product) => [product, scoreOf(product)]))
  return [...scores]
    .filter(([, score]) => score > 0)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, NEAREST)
    .map(([{ id }]) => id)
}

async function pageOf(shop: Shop, found: readonly Shelved[], pageNumber: number) {
  const start = (pageNumber - 1) * PAGE_SIZE
  const ids = found.slice(start, start + PAGE_SIZE).map(({ id }) => id)
  return {
    products: await toProducts(shop, await onSaleInOrder(shop.db, ids)),
    page: pageNumber,
    pages: Math.ceil(found.length / PAGE_SIZE),
    total: found.length,
  }
}
