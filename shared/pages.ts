/**
 * The links of the header, the footer, the admin pages and the sitemap. app/routes.ts maps the addresses to the files
 * that show them.
 */
import { brand } from './brand.ts'

export type PageLink = {
  title: string
  to: string
  /** The addresses of other pages of the same section. */
  also?: RegExp
  /** Pages of the same section that have separate links elsewhere. */
  pages?: PageLink[]
}

/** The header's links and headings for every visitor (test/SPEC.md, "Header, navigation, footer"). */
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

/** The links to the policies, in the footer. */
export const POLICY_LINKS: PageLink[] = [
  { title: 'Privacy Policy', to: '/privacypolicy' },
  { title: 'Refund Policy', to: '/refundpolicy' },
  { title: 'Terms of Service', to: '/termsofservice' },
  { title: 'Shipping Policy', to: '/shippingpolicy' },
]

/** The addresses of the home page and of all pages that the header and the footer link to, for tests and scripts too. */
export function publicPaths(): string[] {
  const links = [...MAIN_LINKS.flatMap((item) => ('links' in item ? item.links : [item])), ...POLICY_LINKS]
  return ['/', ...links.map(({ to }) => to).filter((to) => to.startsWith('/'))]
}

/** The addresses of the sitemap, without products. /shopcomingsoon is left out, because it is only an announcement. */
export function sitemapPaths(): string[] {
  return publicPaths().filter((path) => path !== '/shopcomingsoon')
}

export type AdminPage = PageLink & {
  /** The field in the response of `adminHome.waiting` with the number of open items on the page. */
  waits?: 'toShip' | 'toHandOver' | 'unanswered'
  /**
   * For a page that is not in the header's Admin menu: the title of the page in that menu to whose section it belongs.
   */
  under?: string
}

/** The links on every admin page. */
export const ADMIN_PAGES: AdminPage[] = [
  { title: 'Today', to: '/admin' },
  { title: 'Orders', to: '/admin/orderlist', also: /^\/order\// },
  { title: 'Shipping', to: '/admin/shipping', waits: 'toShip', under: 'Orders' },
  { title: 'Pickup', to: '/admin/pickup', waits: 'toHandOver', under: 'Orders' },
  { title: 'Products', to: '/admin/productlist', also: /^\/admin\/product\// },
  { title: 'Departments', to: '/admin/departments', under: 'Products' },
  { title: 'Grinding', to: '/admin/grinding', under: 'Products' },
  { title: 'Reviews', to: '/admin/reviews', under: 'Products' },
  { title: 'Money', to: '/admin/money', under: 'Today' },
  { title: 'Accounting', to: '/admin/accounting', under: 'Today' },
  { title: 'Menu', to: '/admin/menuedit' },
  { title: 'Art Show', to: '/admin/artshowlist', also: /^\/admin\/artshow\// },
  { title: 'Users', to: '/admin/userlist', also: /^\/admin\/user\// },
  { title: 'Messages', to: '/admin/messages', waits: 'unanswered' },
  { title: 'Mail', to: '/admin/mail', under: 'Today' },
  { title: 'Settings', to: '/admin/settings', under: 'Today' },
  { title: 'Record', to: '/admin/record', under: 'Today' },
]

/**
 * The order of the header's Admin menu (test/SPEC.md, "Header, navigation, footer"). Pages that are not named here come
 * last.
 */
const MENU_ORDER = ['Today', 'Products', 'Users', 'Orders', 'Menu', 'Art Show', 'Messages']

/** The header's Admin menu: the admin pages that do not belong to the section of another page. */
export const ADMIN_MENU: PageLink[] = ADMIN_PAGES.filter(({ under }) => !under)
  .map((link) => ({ ...link, pages: ADMIN_PAGES.filter(({ under }) => under === link.title) }))
  .toSorted((a, b) => placeOf(a) - placeOf(b))

function placeOf({ title }: PageLink): number {
  const place = MENU_ORDER.indexOf(title)
  return place === -1 ? MENU_ORDER.length : place
}

/** The value of `aria-current`: `page` for the link to the current page, `true` for the link to its section. */
export function currentOf(link: PageLink, pathname: string): 'page' | 'true' | undefined {
  if (pathname === link.to) return 'page'
  const isBelow = link.to !== '/admin' && pathname.startsWith(`${link.to}/`)
  const isCurrent =
    isBelow || link.also?.test(pathname) || link.pages?.some((page) => currentOf(page, pathname))
  return isCurrent ? 'true' : undefined
}
