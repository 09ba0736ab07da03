/** The addresses of the shop's lists: all products, a department or a search, with filters, a sort order and a page. */
import { data } from 'react-router'
import { products } from '#shared/catalog/api/products.ts'
import { filterInput, filterQuery, readFilters, type Chosen } from '#shared/platform/product-filters.ts'
import { ask } from '#app/platform/api/query.ts'

export type ListAddress = { department?: string; keyword?: string; page: number; chosen: Chosen }

type Params = { department?: string; keyword?: string; pageNumber?: string }

/**
 * Reads the address of a list. Ignores filters that do not exist. Throws 404 for an impossible page number or
 * department.
 */
export function readAddress(
  { department: named = '', keyword, pageNumber = '1' }: Params,
  search: string,
): ListAddress {
  const department = named.toLowerCase()
  const isValid = /^[1-9]\d{0,5}$/.test(pageNumber) && /^[a-z0-9-]{0,80}$/.test(department)
  // oxlint-disable-next-line typescript/only-throw-error -- React Router's way to answer 404
  if (!isValid) throw data(null, { status: 404 })
  return {
    ...(department ? { department } : {}),
    ...(keyword ? { keyword } : {}),
    page: Number(pageNumber),
    chosen: readFilters(new URLSearchParams(search)),
  }
}

/** `/shop/coffee/page/2?roast=light` */
export function pathOf({ page, chosen, ...place }: ListAddress): string {
  const base = baseOf(place)
  return `${page === 1 ? base || '/shop' : `${base}/page/${page}`}${filterQuery(chosen)}`
}

function baseOf({ department, keyword }: Pick<ListAddress, 'department' | 'keyword'>): string {
  if (department) return `/shop/${department}`
  return keyword ? `/search/${encodeURIComponent(keyword)}` : ''
}

/** The data of a list. */
export function listQuery({ department, keyword, page, chosen }: ListAddress) {
  return ask(products.find, { query: { keyword, department, ...filterInput(chosen), pageNumber: page } })
}

/** Whether an address has filters. A sort order alone is not a filter. */
export function isFiltered({ chosen }: ListAddress): boolean {
  return Object.values(chosen.values).some((values) => values.length > 0)
}

/** The first page of the same list without filters, in the same order. */
export function withoutFilters(address: ListAddress): ListAddress {
  return { ...address, page: 1, chosen: { ...address.chosen, values: {} } }
}

/**
 * The path of a search. A keyword of only dots leads to /shop, because browsers would resolve it as a relative path.
 */
export function searchPath(keyword: string): string {
  const trimmed = keyword.trim()
  return /^\.*$/.test(trimmed) ? '/shop' : `/search/${encodeURIComponent(trimmed)}`
}
