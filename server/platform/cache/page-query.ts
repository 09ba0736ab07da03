/**
 * Removes the query parameters that a page does not read from its URL, such as `utm_source` and `fbclid`. The page is
 * rendered and cached under the shorter URL. So the page cannot depend on these parameters, and a link of a campaign
 * gets the cached page.
 */
import { answersQuery, QUESTION_NAMES, readAsked } from '#shared/platform/coffee-finder.ts'
import { compareQuery, readCompared } from '#shared/platform/compared.ts'
import { FILTER_NAMES, filterQuery, readFilters } from '#shared/platform/product-filters.ts'

/** React Router's requests for the data of a page have additional parameters. */
const DATA = /\.data$/

/** `/shop?utm_source=mail` -> `/shop`, `/login?redirect=/cart&x=1` -> `/login?redirect=/cart`. For URLs of pages only. */
export function withoutUnreadQuery(url: string): string {
  const start = url.indexOf('?')
  if (start === -1) return url
  const path = url.slice(0, start)
  const page = PAGE_QUERIES.find((each) => each.path.test(path))
  const names = DATA.test(path) ? 'all' : page?.names
  if (names === 'all') return url
  const query = url.slice(start + 1)
  const parameters = query.split('&').filter((parameter) => names?.includes(parameter.split('=', 1)[0]!))
  const read = page?.normal ? page.normal(query) : parameters.join('&')
  return read === '' ? path : `${path}?${read}`
}

/** Writes the parameters of a page in one standard form: `roast=dark&roast=light` -> `roast=light,dark`. */
type NormalQuery = (query: string) => string

/**
 * The query parameters that a page shows before its first update in the browser. All others are
 * ignored, so a page that reads another parameter while it is rendered must name it here. Pages that are not listed read
 * none.
 */
export const PAGE_QUERIES: { path: RegExp; names: readonly string[] | 'all'; normal?: NormalQuery }[] = [
  { path: /^\/(login|register|forgot|reset|confirm-email|keep-email)\/?$/i, names: ['redirect'] },
  // The result of a form that was sent without JavaScript.
  { path: /^\/(wholesale\/?)?$/i, names: ['sent', 'field'] },
  { path: /^\/events\/[^/]+\/?$/i, names: ['sent', 'field'] },
  { path: /^\/newsletter\/?$/i, names: ['sent', 'field'] },
  { path: /^\/back-in-stock\/?$/i, names: ['sent'] },
  // Only a dose, so that there are few pages for each guide.
  {
    path: /^\/brew\/[^/]+\/?$/i,
    names: ['dose'],
    normal: (query) => /(?:^|&)(dose=\d{1,3})(?:&|$)/.exec(query)?.[1] ?? '',
  },
  { path: /^\/newsletter\/unsubscribe\/?$/i, names: ['sent', 'link'] },
  { path: /^\/search\/?$/i, names: ['keyword'] },
  // Unknown values are left out and known values are sorted, so that the same list is rendered and cached only once.
  {
    path: /^\/(shop|page\/[^/]+|(shop|search)\/[^/]+(\/page\/[^/]+)?)\/?$/i,
    names: [...FILTER_NAMES, 'sort'],
    normal: (query) => filterQuery(readFilters(new URLSearchParams(query))).slice(1),
  },
  {
    path: /^\/find-your-coffee\/?$/i,
    names: [...QUESTION_NAMES, 'decaf'],
    normal: finderQuery,
  },
  {
    path: /^\/compare\/?$/i,
    names: ['with'],
    normal: (query) => compareQuery(readCompared(new URLSearchParams(query))).slice(1),
  },
  // Filters of lists. Links of campaigns do not lead here.
  { path: /^\/admin(\/|$)/i, names: 'all' },
]

/** The answers in their order; nothing without any, because that is the page with the questions only. */
function finderQuery(text: string): string {
  const asked = readAsked(new URLSearchParams(text))
  return asked ? answersQuery(asked.answers, asked.isDecaf) : ''
}
