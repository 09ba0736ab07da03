/** The path to open after signing in. Only paths of this shop are accepted, to prevent open redirects. */

/** Any origin works, because only the resulting path is used. */
const BASE = 'https://shop.invalid'

/**
 * Returns the `redirect` parameter of a query string, with its query and fragment. Returns `/` if it is missing or not
 * a path of this site: another site (`//evil.com`, also after dots are resolved: `/.//evil.com`), a path that browsers
 * read as another site (`/\\evil.com`), or an invalid URL (`//[`). Never throws.
 */
export function redirectTarget(search: URLSearchParams): string {
  const target = search.get('redirect') ?? '/'
  if (!/^\/(?!\/)/.test(target) || /[\\\p{Cc}]/u.test(target)) return '/'
  const { origin, pathname, search: query, hash } = new URL(target, BASE)
  return origin === BASE && !pathname.startsWith('//') ? pathname + query + hash : '/'
}

/** The URL of `/login` or `/register` that leads back to `target`. */
export function withRedirect(path: '/login' | '/register', target: string): string {
  return target === '/' ? path : `${path}?redirect=${encodeURIComponent(target)}`
}
