/**
 * The pages that are linked from every page: the header, the footer and the sitemap are made of these lists. The
 * addresses themselves, with the files that show them, are in app/routes.ts.
 */
import { brand } from './brand.ts'

export type PageLink = {
  title: string
  to: string
  /** The addresses of other pages of the same section. */
  also?: RegExp
  /** Pages of the same section that have links of their own elsewhere. */
  pages?: PageLink[]
}

/** The header's bar, for everybody (spec section 2): links, and headings with links below. */
export const MAIN_LINKS: (PageLink | { title: string; links: PageLink[] })[] = [
  { title: 'ABOUT', to: '/about' },
  {
    title: 'COFFEE',
    links: [
      { title: 'SHOP', to: brand.links.shop, also: /^\/(page|search|product)\// },
      { title: 'MENU', to: '/menu' },
    ],
  },
  {
    title: 'PHOTO',
    links: [
      { title: 'GALLERY', to: '/gallery' },
      { title: 'ARTSHOW', to: '/artshow' },
    ],
  },
  { title: 'MUSIC', to: '/music' },
  { title: 'WHOLESALE', to: '/wholesale' },
  { title: 'APP', to: brand.links.app },
]

/** In the footer. */
export const POLICY_LINKS: PageLink[] = [
  { title: 'Privacy Policy', to: '/privacypolicy' },
  { title: 'Refund Policy', to: '/refundpolicy' },
  { title: 'Terms of Service', to: '/termsofservice' },
  { title: 'Shipping Policy', to: '/shippingpolicy' },
]

/** The addresses of the sitemap, products aside. The page that only announces something is no result of a search. */
export function sitemapPaths(): string[] {
  const links = [...MAIN_LINKS.flatMap((item) => ('links' in item ? item.links : [item])), ...POLICY_LINKS]
  const own = links.map(({ to }) => to).filter((to) => to.startsWith('/') && to !== '/shopcomingsoon')
  return ['/', ...own]
}

export type AdminPage = PageLink & {
  /** How many things wait there, by their name in the answer of `adminHome.waiting`. */
  waits?: 'toShip' | 'unanswered'
  /** The page of the header's Admin menu, by its title, to which a page without a place of its own there belongs. */
  under?: string
}

/** The row of links on every admin page. */
export const ADMIN_PAGES: AdminPage[] = [
  { title: 'Today', to: '/admin' },
  { title: 'Orders', to: '/admin/orderlist', also: /^\/order\// },
  { title: 'Shipping', to: '/admin/shipping', waits: 'toShip', under: 'Orders' },
  { title: 'Products', to: '/admin/productlist', also: /^\/admin\/product\// },
  { title: 'Reviews', to: '/admin/reviews', under: 'Products' },
  { title: 'Money', to: '/admin/money', under: 'Today' },
  { title: 'Menu', to: '/admin/menuedit' },
  { title: 'Art Show', to: '/admin/artshowlist', also: /^\/admin\/artshow\// },
  { title: 'Users', to: '/admin/userlist', also: /^\/admin\/user\// },
  { title: 'Messages', to: '/admin/messages', waits: 'unanswered' },
  { title: 'Mail', to: '/admin/mail', under: 'Today' },
  { title: 'Record', to: '/admin/record', under: 'Today' },
]

/** The order of the header's Admin menu: ours, the five of spec section 2, and ours. Pages not named here come last. */
const MENU_ORDER = ['Today', 'Products', 'Users', 'Orders', 'Menu', 'Art Show', 'Messages']

/** The header's Admin menu: the admin pages that are not under another one. */
export const ADMIN_MENU: PageLink[] = ADMIN_PAGES.filter(({ under }) => !under)
  .map((link) => ({ ...link, pages: ADMIN_PAGES.filter(({ under }) => under === link.title) }))
  .toSorted((a, b) => placeOf(a) - placeOf(b))

function placeOf({ title }: PageLink): number {
  const place = MENU_ORDER.indexOf(title)
  return place === -1 ? MENU_ORDER.length : place
}

/** `page` for the link to the page one is on, `true` for the link to its section, undefined for others. */
export function currentOf(link: PageLink, pathname: string): 'page' | 'true' | undefined {
  if (pathname === link.to) return 'page'
  const isBelow = link.to !== '/admin' && pathname.startsWith(`${link.to}/`)
  const isCurrent =
    isBelow || link.also?.test(pathname) || link.pages?.some((page) => currentOf(page, pathname))
  return isCurrent ? 'true' : undefined
}
