/** Where to go after signing in: a path of this shop and nothing else (an open redirect would lend our name to others). */

const BASE = 'https://shop.invalid'

/** The `redirect` parameter of a query string, `/` when it is missing or leads anywhere else. */
export function redirectTarget(search: URLSearchParams): string {
  const wanted = search.get('redirect') ?? '/'
  if (!wanted.startsWith('/') || /[\\\p{Cc}]/u.test(wanted)) return '/'
  const url = new URL(wanted, BASE)
  return url.origin === BASE && !wanted.startsWith('//') ? url.pathname + url.search + url.hash : '/'
}

/** `/login` or `/register` that leads back to `target`. */
export function withRedirect(path: '/login' | '/register', target: string): string {
  return target === '/' ? path : `${path}?redirect=${encodeURIComponent(target)}`
}
