/** The path to open after signing in. Only paths of this shop are accepted, to prevent open redirects. */

/** Any origin works here, because only the path of the result is used. */
const BASE = 'https://shop.invalid'

/**
 * Returns the `redirect` parameter of a query string: a path with its query and fragment. Returns `/` if the parameter
 * is missing or is not a path of this site. That includes another site (`//evil.com`, also after dots are resolved:
 * `/.//evil.com`), a path that browsers read as another site (`/\\evil.com`), and an invalid URL (`//[`). Never throws.
 */
export function redirectTarget(search: URLSearchParams): string {
  const target = search.get('redirect') ?? '/'
  if (!/^\/(?!\/)/.test(target) || /[\\\p{Cc}]/u.test(target)) return '/'
  const { origin, pathname, search: query, hash } = new URL(target, BASE)
  return origin === BASE && !pathname.startsWith('//') ? pathname + query + hash : '/'
}

/** The URL of `/login` or `/register` with a redirect to `target` after signing in. */
export function withRedirect(path: '/login' | '/register', target: string): string {
  return target === '/' ? path : `${path}?redirect=${encodeURIComponent(target)}`
}
