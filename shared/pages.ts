/**
 * The links of the header, the footer, the admin pages and the sitemap. app/routes.ts maps the addresses to the files
 * that show them.
 */
import { brand } from './brand.ts'
import { admits, type StaffAccess, type StaffRole } from './roles.ts'

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
  /** Who may open the page; admins if left out. */
  access?: StaffAccess
  /**
   * For a page that is not in the header's Admin menu: the title of the page in that menu to whose section it belongs.
   */
  under?: string
}

/** The links on every admin page. */
export const ADMIN_PAGES: AdminPage[] = [
  { title: 'Today', to: '/admin', access: 'staff' },
  { title: 'Orders', to: '/admin/orderlist', also: /^\/order\// },
  { title: 'Shipping', to: '/admin/shipping', waits: 'toShip', under: 'Orders', access: 'packer' },
  { title: 'Pickup', to: '/admin/pickup', waits: 'toHandOver', under: 'Orders', access: 'staff' },
  { title: 'Products', to: '/admin/productlist', also: /^\/admin\/product\// },
  { title: 'Departments', to: '/admin/departments', under: 'Products' },
  { title: 'Grinding', to: '/admin/grinding', under: 'Products' },
  { title: 'Reviews', to: '/admin/reviews', under: 'Products' },
  { title: 'Money', to: '/admin/money', under: 'Today', access: 'owner' },
  { title: 'Menu', to: '/admin/menuedit', access: 'barista' },
  { title: 'Art Show', to: '/admin/artshowlist', also: /^\/admin\/artshow\//, access: 'barista' },
  { title: 'Users', to: '/admin/userlist', also: /^\/admin\/user\// },
  { title: 'Staff', to: '/admin/staff', under: 'Users', access: 'owner' },
  { title: 'Messages', to: '/admin/messages', waits: 'unanswered', access: 'barista' },
  { title: 'Mail', to: '/admin/mail', under: 'Today' },
  { title: 'Settings', to: '/admin/settings', under: 'Today' },
  { title: 'Record', to: '/admin/record', under: 'Today' },
]

/**
 * The order of the header's Admin menu (test/SPEC.md, "Header, navigation, footer"). Pages that are not named here come
 * last.
 */
const MENU_ORDER = ['Today', 'Products', 'Users', 'Orders', 'Menu', 'Art Show', 'Messages']

/**
 * The header's Admin menu for a role: the pages that do not belong to the section of another page of this role.
 */
export function adminMenu(role: StaffRole | null): PageLink[] {
  const pages = adminPages(role)
  const isTop = ({ under }: AdminPage) => !pages.some(({ title }) => title === under)
  return pages
    .filter(isTop)
    .map((link) => ({ ...link, pages: pages.filter(({ under }) => under === link.title) }))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The admin pages that a role may open. */
export function adminPages(role: StaffRole | null): AdminPage[] {
  return ADMIN_PAGES.filter(({ access = 'admin' }) => admits(access, role))
}

/** Who may open the page with this path. A page that has no link of its own belongs to the section of a link. */
export function accessOfPage(pathname: string): StaffAccess {
  const page =
    ADMIN_PAGES.find(({ to }) => to === pathname) ?? ADMIN_PAGES.find((link) => currentOf(link, pathname))
  return page?.access ?? 'admin'
}

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
