/** Where nothing is to be found: other people's baskets, and the office. */
const CLOSED = [
  '/admin/',
  '/api/',
  '/cart',
  '/payment',
  '/placeorder',
  '/order/',
  '/profile',
  '/login',
  '/register',
  '/forgot',
  '/reset',
  '/confirm-email',
  '/keep-email',
  '/search',
  '/sandbox/',
]

/** `$` ends a path: without it /shipping would close the shipping policy too. */
export function robots(origin: string): string {
  const lines = [...CLOSED.map((path) => `Disallow: ${path}`), 'Disallow: /shipping$']
  return `User-agent: *\n${lines.join('\n')}\n\nSitemap: ${origin}/sitemap.xml\n`
}
