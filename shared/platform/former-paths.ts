/**
 * Addresses of pages in earlier versions, and those of today. Mails, prints and the change log have them for ever, so they
 * are never given to another page.
 */
export const FORMER_PATHS: Readonly<Record<string, string>> = {
  '/shipping': '/checkout#delivery',
  '/payment': '/checkout#payment',
  '/placeorder': '/checkout#payment',
  '/admin/rotation': '/admin/roasters-choice',
  '/admin/roast-plan': '/admin/subscription-coffee',
  '/admin/moved-orders': '/admin/reschedule',
  '/admin/money': '/admin/payments-check',
  '/admin/accounting': '/admin/books',
}

/** The address of today with the query of the former one; undefined for a path that has never been a page. */
export function presentPath({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string | undefined {
  const path = pathname.replace(/\/$/, '').toLowerCase()
  if (!Object.hasOwn(FORMER_PATHS, path)) return undefined
  const [to = '', hash] = FORMER_PATHS[path]!.split('#')
  return `${to}${search}${hash ? `#${hash}` : ''}`
}
