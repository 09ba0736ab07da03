/** The query parameters that pages read. They are not in pages.ts, because every page loads that file. */
import { FILTER_NAMES, filterQuery, readFilters } from './product-filters.ts'

/** Writes the parameters of a page in one standard form: `roast=dark&roast=light` -> `roast=light,dark`. */
type NormalQuery = (query: string) => string

/**
 * The query parameters that a page shows before its first update in the browser. The server ignores all others
 * (server/platform/cache/page-query.ts), so a page that reads another parameter while it is rendered must name it here. Pages
 * that are not listed read none.
 */
export const PAGE_QUERIES: { path: RegExp; names: readonly string[] | 'all'; normal?: NormalQuery }[] = [
  { path: /^\/(login|register|forgot|reset|confirm-email|keep-email)\/?$/i, names: ['redirect'] },
  // The result of a form that was sent without JavaScript.
  { path: /^\/(wholesale\/?)?$/i, names: ['sent', 'field'] },
  { path: /^\/events\/[^/]+\/?$/i, names: ['sent', 'field'] },
  { path: /^\/newsletter\/?$/i, names: ['sent', 'field'] },
  { path: /^\/back-in-stock\/?$/i, names: ['sent'] },
  { path: /^\/newsletter\/unsubscribe\/?$/i, names: ['sent', 'link'] },
  { path: /^\/search\/?$/i, names: ['keyword'] },
  // Unknown values are left out and known values are sorted, so that the same list is rendered and cached only once.
  {
    path: /^\/(shop|page\/[^/]+|(shop|search)\/[^/]+(\/page\/[^/]+)?)\/?$/i,
    names: [...FILTER_NAMES, 'sort'],
    normal: (query) => filterQuery(readFilters(new URLSearchParams(query))).slice(1),
  },
  // Filters of lists. Links of campaigns do not lead here.
  { path: /^\/admin(\/|$)/i, names: 'all' },
]
