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

type MainLink = PageLink | { title: string; links: PageLink[] }

/**
 * The header's links and headings for every visitor (test/SPEC.md, "Header, navigation, footer").
 * @param links the addresses of SHOP and APP, which the owner can change
 */
export function mainLinks(links: { shop: string; app: string }): MainLink[] {
  return [
    { title: 'ABOUT', to: '/about' },
    {
      title: 'COFFEE',
      links: [
        { title: 'SHOP', to: links.shop, also: /^\/(page|search|product)\// },
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
    { title: 'APP', to: links.app },
  ]
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

/** The link to the events, in the footer. The specification fixes the links of the header. */
export const EVENTS_LINK: PageLink = { title: 'Events', to: '/events' }

/** The addresses of the home page and of all pages that the header and the footer link to, for tests and scripts too. */
export function publicPaths(): string[] {
  const links = [
    ...MAIN_LINKS.flatMap((item) => ('links' in item ? item.links : [item])),
    EVENTS_LINK,
    ...POLICY_LINKS,
  ]
  return ['/', ...links.map(({ to }) => to).filter((to) => to.startsWith('/'))]
}

/** The addresses of the sitemap, without products. /shopcomingsoon is left out, because it is only an announcement. */
export function sitemapPaths(): string[] {
  return publicPaths().filter((path) => path !== '/shopcomingsoon')
}

export type AdminPage = PageLink & {
  /** The field in the response of `adminHome.waiting` with the number of open items on the page. */
  waits?: 'toShip' | 'toHandOver' | 'unanswered'
  /** The title of the first page of the section to which the page belongs. A page without it starts a section. */
  under?: string
}

/** All admin pages, section by section. */
export const ADMIN_PAGES: AdminPage[] = [
  { title: 'Today', to: '/admin' },
  { title: 'Orders', to: '/admin/orderlist', also: /^\/order\// },
  { title: 'Shipping', to: '/admin/shipping', waits: 'toShip', under: 'Orders' },
  { title: 'Pickup', to: '/admin/pickup', waits: 'toHandOver', under: 'Orders' },
  { title: 'Products', to: '/admin/productlist', also: /^\/admin\/product\// },
  { title: 'Departments', to: '/admin/departments', under: 'Products' },
  { title: 'Grinding', to: '/admin/grinding', under: 'Products' },
  { title: 'Reviews', to: '/admin/reviews', under: 'Products' },
  { title: 'Menu', to: '/admin/menuedit' },
  { title: 'Art Show', to: '/admin/artshowlist', also: /^\/admin\/artshow\// },
  { title: 'Works', to: '/admin/works', under: 'Art Show' },
  { title: 'Statements', to: '/admin/statements', under: 'Art Show' },
  { title: 'Events', to: '/admin/events' },
  { title: 'Pages', to: '/admin/pages' },
  { title: 'Pictures', to: '/admin/media', under: 'Pages' },
  { title: 'Messages', to: '/admin/messages', waits: 'unanswered' },
  { title: 'Users', to: '/admin/userlist', also: /^\/admin\/user\// },
  { title: 'Money', to: '/admin/money' },
  { title: 'Accounting', to: '/admin/accounting', under: 'Money' },
  { title: 'Settings', to: '/admin/settings' },
  { title: 'Mail', to: '/admin/mail', under: 'Settings' },
  { title: 'Record', to: '/admin/record', under: 'Settings' },
]

type AdminSection = AdminPage & { pages: AdminPage[] }

/** The sections of the admin area: their first pages, each with the other pages of its section. */
export const ADMIN_SECTIONS: AdminSection[] = ADMIN_PAGES.filter(({ under }) => !under).map((first) => ({
  ...first,
  pages: ADMIN_PAGES.filter(({ under }) => under === first.title),
}))

/** The sections in the header's Admin menu, in its order (test/SPEC.md, "Header, navigation, footer"). */
const MENU = ['Today', 'Products', 'Users', 'Orders', 'Menu', 'Art Show', 'Messages']

/** The header's Admin menu. On the pages of other sections, Today is marked. */
export const ADMIN_MENU: PageLink[] = MENU.map((title) => {
  const section = ADMIN_SECTIONS.find((each) => each.title === title)!
  const others = ADMIN_SECTIONS.filter((each) => !MENU.includes(each.title))
  return title === 'Today' ? { ...section, pages: [...section.pages, ...others] } : section
})

/** The value of `aria-current`: `page` for the link to the current page, `true` for the link to its section. */
export function currentOf(link: PageLink, pathname: string): 'page' | 'true' | undefined {
  if (pathname === link.to) return 'page'
  const isBelow = link.to !== '/admin' && pathname.startsWith(`${link.to}/`)
  const isCurrent =
    isBelow || link.also?.test(pathname) || link.pages?.some((page) => currentOf(page, pathname))
  return isCurrent ? 'true' : undefined
}
