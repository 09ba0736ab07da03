/**
 * Removes the query parameters that a page does not read from its URL, such as `utm_source` and `fbclid`. The page is
 * rendered and cached under the shorter URL. So the page cannot depend on these parameters, and a link of a campaign
 * gets the cached page.
 */
import { PAGE_QUERIES } from '#shared/platform/page-queries.ts'

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
