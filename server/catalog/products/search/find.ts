/** The product lists of the shop: a department, a search, filters and a sort order, in any combination. */
import type { Query } from '#shared/platform/api/endpoint.ts'
import type { FoundProducts, products } from '#shared/catalog/api/products.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { FILTER_NAMES, type Chosen, type Sort } from '#shared/platform/product-filters.ts'
import { allDepartments } from '#server/content/departments/departments.ts'
import { searchTerms, wordsOf } from '#server/kernel/db/search.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { onSaleInOrder, toProducts } from '../catalogue.ts'
import { filterAndCount, filterProducts, type Filtered } from './filters.ts'
import { isSearch, searchProducts, type Found } from './search.ts'
import { productIndex, type IndexedProduct, type ProductIndex } from './product-index.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { GIFT_CARDS } from '#server/platform/settings/groups.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import { subscribingOf } from '#server/platform/settings/subscribing.ts'

const PAGE_SIZE = 8
/** The number of suggested products: one row of the page. */
const NEAREST = 4

type Wanted = Query<typeof products.list>

/** A page of the list that the query describes. A page out of range is empty. Throws 404 for an unknown department. */
export async function listProducts(shop: Shop, wanted: Wanted) {
  const { index, inOrder, chosen } = await listOf(shop, wanted)
  return pageOf(shop, filterProducts(index, inOrder, chosen), wanted.pageNumber)
}

/**
 * Like `listProducts`, with what a page of the shop shows: the filters with their counts, the corrected keyword, and,
 * if nothing was found, the nearest products. Throws 404 for an unknown department.
 */
export async function findProducts(shop: Shop, wanted: Wanted): Promise<FoundProducts> {
  const list = await listOf(shop, wanted)
  const filtered = filterAndCount(list.index, list.inOrder, list.chosen)
  const nearest = filtered.products.length === 0 ? nearestOf(list, filtered) : []
  return {
    ...(await pageOf(shop, filtered.products, wanted.pageNumber)),
    sort: list.sort,
    filters: filtered.filters,
    corrected: list.found?.corrected ?? null,
    about: list.about,
    without: filtered.without,
    nearest: await toProducts(shop, await onSaleInOrder(shop.db, nearest)),
  }
}

/** A list before its filters. */
type List = {
  index: ProductIndex
  /** The products of the department, or of the shop. */
  all: readonly IndexedProduct[]
  /** Those that the search found, in the order of the list. */
  inOrder: readonly IndexedProduct[]
  found: Found | null
  about: FoundProducts['about']
  chosen: Chosen
  sort: Sort
}

async function listOf(shop: Shop, { keyword = '', department, ...query }: Wanted): Promise<List> {
  const [index, categories, { found, about }] = await Promise.all([
    shop.cached('Product', productIndex),
    department === undefined ? null : categoriesOf(shop, department),
    search(shop, keyword),
  ])
  const chosen = chosenIn(query)
  const sort = chosen.sort ?? (found ? 'match' : 'featured')
  const ordered = index.sorted(sort === 'match' ? 'featured' : sort)
  const all = categories ? ordered.filter(({ category }) => categories.has(category)) : ordered
  const listed = found ? all.filter(({ id }) => found.ids.has(id)) : all
  const isByMatch = sort === 'match' && found !== null
  const inOrder = isByMatch ? bestFirst(listed, found.corrected ?? keyword) : listed
  return { index, all, inOrder, found, about, chosen, sort }
}

/**
 * What a keyword finds: products with its words, and pages that it is about. Without such products, it is searched without
 * the words of the pages.
 */
async function search(shop: Shop, keyword: string): Promise<Pick<List, 'found' | 'about'>> {
  if (!isSearch(keyword)) return { found: null, about: [] }
  const [found, matching] = await Promise.all([searchProducts(shop, keyword), matchingPages(shop, keyword)])
  const { about, rest, isSubscription } = matching
  if (about.length === 0 || (found.ids.size > 0 && found.corrected === null)) return { found, about }
  if (isSearch(rest)) return { found: await searchProducts(shop, rest), about }
  const { products } = await shop.cached('Product', productIndex)
  const coffees = isSubscription ? products.filter(({ category }) => category === COFFEE_BEANS) : []
  return { found: { ...NOTHING, ids: new Set(coffees.map(({ id }) => id)) }, about }
}

const NOTHING: Found = { ids: new Set(), corrected: null, partly: new Map() }

async function categoriesOf(shop: Shop, slug: string): Promise<ReadonlySet<string>> {
  const departments = await shop.cached('Product', allDepartments)
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
function bestFirst(listed: readonly IndexedProduct[], keyword: string): readonly IndexedProduct[] {
  const words = wordsOf(keyword)
  const inName = (product: IndexedProduct) => {
    const nameWords = wordsOfName(product)
    return words.filter((word) => nameWords.some((each) => each.startsWith(word))).length
  }
  const scores = new Map(listed.map((product) => [product, inName(product)]))
  return listed.toSorted((one, other) => scores.get(other)! - scores.get(one)!)
}

const wordsByProduct = new WeakMap<IndexedProduct, readonly string[]>()

/** The words of a product's name, cached as long as the product is in the index. */
function wordsOfName(product: IndexedProduct): readonly string[] {
  const words = wordsByProduct.get(product) ?? wordsOf(product.name)
  wordsByProduct.set(product, words)
  return words
}

/**
 * The ids of the products that pass the most filters and have the most words of the keyword. Products that pass no
 * filter and have no word are left out.
 */
function nearestOf({ all, inOrder, found }: List, { passed }: Filtered): string[] {
  const candidates = inOrder.length > 0 ? inOrder : all
  const scoreOf = ({ id }: IndexedProduct) => (passed.get(id) ?? 0) + (found?.partly.get(id) ?? 0)
  const scores = new Map(candidates.map((product) => [product, scoreOf(product)]))
  return [...scores]
    .filter(([, score]) => score > 0)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, NEAREST)
    .map(([{ id }]) => id)
}

async function pageOf(shop: Shop, found: readonly IndexedProduct[], pageNumber: number) {
  const start = (pageNumber - 1) * PAGE_SIZE
  const ids = found.slice(start, start + PAGE_SIZE).map(({ id }) => id)
  return {
    products: await toProducts(shop, await onSaleInOrder(shop.db, ids)),
    page: pageNumber,
    pages: Math.ceil(found.length / PAGE_SIZE),
    total: found.length,
  }
}

type Page = FoundProducts['about'][number]

const GIFT = /^(gifts?|giftcards?|vouchers?|presents?)$/
const SUBSCRIPTION = /^(subscri(be|ber|bers|bing|ption|ptions)|abo)$/

type MatchingPages = {
  about: Page[]
  /** The keyword without the words of the pages; empty if nothing else is left. */
  rest: string
  /** Whether the keyword is about subscriptions, for which every coffee is offered. */
  isSubscription: boolean
}

/** The pages that a keyword is about. */
async function matchingPages(
  shop: Pick<Shop, 'db' | 'cached' | 'config'>,
  keyword: string,
): Promise<MatchingPages> {
  const terms = searchTerms(keyword)
  const isAbout = (pattern: RegExp) => terms.some((term) => pattern.test(term))
  const [giftCards, subscribing, cards] = await Promise.all([
    isAbout(GIFT) ? currentSettings(shop, GIFT_CARDS) : null,
    isAbout(SUBSCRIPTION) ? subscribingOf(shop) : null,
    partOf(shop, 'giftCards'),
  ])
  const isGift = giftCards?.isOffered === true && cards === 'on'
  const isSubscription = subscribing?.isOffered === true
  const isWordOfPage = (term: string) =>
    (isGift && (GIFT.test(term) || /^cards?$/.test(term))) || (isSubscription && SUBSCRIPTION.test(term))
  return {
    about: [...(isGift ? [GIFT_PAGE] : []), ...(isSubscription ? [SUBSCRIPTION_PAGE] : [])],
    rest: terms.filter((term) => !isWordOfPage(term)).join(' '),
    isSubscription,
  }
}

const GIFT_PAGE: Page = {
  title: 'Gift cards',
  text: 'By email or to print, for everything in the shop and at the bar.',
  to: '/gift-cards',
}

const SUBSCRIPTION_PAGE: Page = {
  title: 'Subscriptions',
  text: 'Choose “Subscribe” on the page of a coffee, and how often it comes.',
  to: '/shop',
}
