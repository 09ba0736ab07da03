/** Paths that search engines must not crawl: personal pages and the admin. */
const DISALLOWED = [
  '/admin/',
  '/api/',
  '/cart',
  '/payment',
  '/placeorder',
  '/order/',
  '/subscriptions/',
  '/profile',
  '/login',
  '/register',
  '/forgot',
  '/reset',
  '/confirm-email',
  '/keep-email',
  '/confirm-account',
  '/finish-account',
  '/join',
  '/order-links',
  '/search',
  '/sandbox/',
]

/**
 * The text of robots.txt. `$` marks the end of a path: without it, /shipping would also exclude the shipping policy.
 */
export function robots(origin: string): string {
  const lines = [...DISALLOWED.map((path) => `Disallow: ${path}`), 'Disallow: /shipping$']
  return `User-agent: *\n${lines.join('\n')}\n\nSitemap: ${origin}/sitemap.xml\n`
}
