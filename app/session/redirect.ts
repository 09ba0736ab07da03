/** Where to go after signing in: a plain path of this shop, so that no link with our name leads to another site. */

/** Any origin will do: only the path that comes out is used. */
const BASE = 'https://shop.invalid'

/**
 * The `redirect` parameter of a query string, with its query and fragment. `/` when it is missing or anything but a
 * plain path of this site: another site (`//evil.com`, also after dots are resolved: `/.//evil.com`), what a browser
 * reads as one (`/\\evil.com`), or no address at all (`//[`). Never throws.
 */
export function redirectTarget(search: URLSearchParams): string {
  const wanted = search.get('redirect') ?? '/'
  if (!/^\/(?!\/)/.test(wanted) || /[\\\p{Cc}]/u.test(wanted)) return '/'
  const { origin, pathname, search: query, hash } = new URL(wanted, BASE)
  return origin === BASE && !pathname.startsWith('//') ? pathname + query + hash : '/'
}

/** `/login` or `/register` that leads back to `target`. */
export function withRedirect(path: '/login' | '/register', target: string): string {
  return target === '/' ? path : `${path}?redirect=${encodeURIComponent(target)}`
}
