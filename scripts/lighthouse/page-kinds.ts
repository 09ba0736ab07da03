/** The kinds of public pages that `npm run lighthouse` measures. */
import { POLICY_LINKS, sitemapPaths } from '../../shared/platform/pages.ts'

export type PageKind = {
  path: string
  /** Whether search engines may list the page. Lighthouse lowers the SEO score of a page that they may not list. */
  isListed: boolean
}

/** Placeholder in the list of pages. A run replaces it with the path of the first product. */
export const PRODUCT = '/product'

const [, ...otherPolicies] = POLICY_LINKS.map(({ to }) => to)

/** Every address of the sitemap, but only one policy; a product; and pages that every buyer sees. */
export const PAGE_KINDS: PageKind[] = [
  ...sitemapPaths()
    .filter((path) => !otherPolicies.includes(path))
    .map((path) => ({ path, isListed: true })),
  { path: PRODUCT, isListed: true },
  { path: '/search/coffee', isListed: false },
  { path: '/cart', isListed: false },
  { path: '/login', isListed: false },
]
