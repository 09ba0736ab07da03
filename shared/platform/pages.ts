/**
 * The links of the header, the footer and the sitemap. app/routes.ts maps the addresses to the files that show them.
 * admin-pages.ts has the links of the admin pages, which visitors do not load.
 */
import { brand, COMING_SOON } from '#shared/kernel/brand.ts'
import { isPageOpen } from './part-pages.ts'
import type { OpenParts } from './parts.ts'

export type PageLink = {
  title: string
  to: string
  /** The addresses of other pages of the same section. */
  also?: RegExp
}

type MainLink = PageLink | { title: string; links: PageLink[] }

/**
 * The header's links and headings for every visitor (test/SPEC.md, "Header, navigation, footer").
 * @param links the addresses of SHOP and APP, which the owner can change. Without an address there is no APP
 * @param parts the parts of the shop that are not off; all if left out
 */
export function mainLinks(links: { shop: string; app: string }, parts?: OpenParts): MainLink[] {
  const all: MainLink[] = [
    { title: 'ABOUT', to: '/about' },
    {
      title: 'COFFEE',
      links: [
        { title: 'SHOP', to: links.shop, also: /^\/(page|search|product)\// },
        { title: 'MENU', to: '/menu' },
      ],
    },
    { title: 'SUBSCRIBE', to: '/subscribe' },
    {
      title: 'PHOTO',
      links: [
        { title: 'GALLERY', to: '/gallery' },
        { title: 'ARTSHOW', to: '/artshow' },
      ],
    },
    { title: 'MUSIC', to: '/music' },
    { title: 'WHOLESALE', to: '/wholesale' },
    ...(links.app ? [{ title: 'APP', to: links.app }] : []),
  ]
  return all.filter((item) => !parts || 'links' in item || isPageOpen(item.to, parts))
}

/** The header's links of a shop that has saved no other addresses. */
export const MAIN_LINKS = mainLinks(brand.links)

/** The links to the policies, in the footer. */
export const POLICY_LINKS: PageLink[] = [
  { title: 'Privacy Policy', to: '/privacypolicy' },
  { title: 'Refund Policy', to: '/refundpolicy' },
  { title: 'Terms of Service', to: '/termsofservice' },
  { title: 'Shipping Policy', to: '/shippingpolicy' },
]

/** The links to other public pages, in the footer and in a phone's menu. The specification fixes the links of the header. */
export const FOOTER_LINKS: PageLink[] = [
  { title: 'Find your coffee', to: '/find-your-coffee' },
  { title: 'Events', to: '/events' },
  { title: 'Gift cards', to: '/gift-cards' },
  { title: 'Brew guides', to: '/brew' },
]

/** The same without pages of parts of the shop that are off. */
export function footerLinks(parts: OpenParts): PageLink[] {
  return FOOTER_LINKS.filter(({ to }) => isPageOpen(to, parts))
}

/** The addresses of the home page, of the pages that it, the header and the footer link to, and of those about all coffees, for tests and scripts too. */
export function publicPaths(): string[] {
  const links = [
    ...MAIN_LINKS.flatMap((item) => ('links' in item ? item.links : [item])),
    ...FOOTER_LINKS,
    ...POLICY_LINKS,
  ]
  return [
    '/',
    COMING_SOON,
    '/compare',
    '/taste',
    '/subscribe/gift',
    ...links.map(({ to }) => to).filter((to) => to.startsWith('/')),
  ]
}

/** The addresses of the sitemap, without products. /shopcomingsoon is left out, because it is only an announcement. */
export function sitemapPaths(): string[] {
  return publicPaths().filter((path) => path !== COMING_SOON)
}

/** The value of `aria-current`: `page` for the link to the current page, `true` for the link to its section. */
export function currentOf(link: PageLink, pathname: string): 'page' | 'true' | undefined {
  if (pathname === link.to) return 'page'
  const isBelow = link.to !== '/admin' && pathname.startsWith(`${link.to}/`)
  return isBelow || link.also?.test(pathname) ? 'true' : undefined
}
