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

/** The links to other public pages, in the footer. The specification fixes the links of the header. */
export const FOOTER_LINKS: PageLink[] = [
  { title: 'Events', to: '/events' },
  { title: 'Gift cards', to: '/gift-cards' },
]

/** The addresses of the home page and of all pages that the header and the footer link to, for tests and scripts too. */
export function publicPaths(): string[] {
  const links = [
    ...MAIN_LINKS.flatMap((item) => ('links' in item ? item.links : [item])),
    ...FOOTER_LINKS,
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
  /** Who may open the page; admins if left out. */
  access?: StaffAccess
  /** The title of the first page of the section to which the page belongs. A page without it starts a section. */
  under?: string
}

/** All admin pages, section by section. */
export const ADMIN_PAGES: AdminPage[] = [
  { title: 'Today', to: '/admin', access: 'staff' },
  { title: 'Orders', to: '/admin/orderlist', also: /^\/order\// },
  { title: 'Shipping', to: '/admin/shipping', waits: 'toShip', under: 'Orders', access: 'packer' },
  { title: 'Pickup', to: '/admin/pickup', waits: 'toHandOver', under: 'Orders', access: 'staff' },
  {
    title: 'Gift cards',
    to: '/admin/gift-cards',
    also: /^\/admin\/gift-card\//,
    under: 'Orders',
    access: 'barista',
  },
  { title: 'Subscriptions', to: '/admin/subscriptions', also: /^\/admin\/subscription\// },
  { title: 'Coffee to deliver', to: '/admin/roast-plan', under: 'Subscriptions', access: 'packer' },
  { title: 'Charges', to: '/admin/subscription-charges', under: 'Subscriptions' },
  { title: 'Ending coffees', to: '/admin/ending-coffees', under: 'Subscriptions' },
  { title: 'Churn and revenue', to: '/admin/subscription-figures', under: 'Subscriptions' },
  { title: 'Roaster’s choice', to: '/admin/rotation', under: 'Subscriptions' },
  { title: 'Roastery', to: '/admin/roastery', access: 'packer' },
  { title: 'Roast day', to: '/admin/roast-day', under: 'Roastery', access: 'packer' },
  { title: 'Dates to move', to: '/admin/moved-orders', under: 'Roastery' },
  { title: 'Green coffee', to: '/admin/green-coffee', under: 'Roastery' },
  { title: 'Roasts', to: '/admin/roasts', under: 'Roastery' },
  { title: 'Recipes', to: '/admin/recipes', under: 'Roastery' },
  { title: 'Recall', to: '/admin/recall', under: 'Roastery' },
  { title: 'Coffee cost', to: '/admin/coffee-cost', under: 'Roastery' },
  { title: 'Inventory value', to: '/admin/coffee-inventory', under: 'Roastery' },
  { title: 'Products', to: '/admin/productlist', also: /^\/admin\/product\// },
  { title: 'Departments', to: '/admin/departments', under: 'Products' },
  { title: 'Discount codes', to: '/admin/discounts', under: 'Products' },
  { title: 'Grinding', to: '/admin/grinding', under: 'Products' },
  { title: 'Reviews', to: '/admin/reviews', under: 'Products' },
  { title: 'Move in', to: '/admin/import', under: 'Products', access: 'owner' },
  { title: 'Menu', to: '/admin/menuedit', access: 'barista' },
  { title: 'Art Show', to: '/admin/artshowlist', also: /^\/admin\/artshow\//, access: 'barista' },
  { title: 'Works', to: '/admin/works', under: 'Art Show' },
  { title: 'Statements', to: '/admin/statements', under: 'Art Show' },
  { title: 'Events', to: '/admin/events' },
  { title: 'Pages', to: '/admin/pages' },
  { title: 'Pictures', to: '/admin/media', under: 'Pages' },
  { title: 'Messages', to: '/admin/messages', waits: 'unanswered', access: 'barista' },
  { title: 'Users', to: '/admin/userlist', also: /^\/admin\/user\// },
  { title: 'Newsletters', to: '/admin/newsletters', under: 'Users' },
  { title: 'Staff', to: '/admin/staff', under: 'Users', access: 'owner' },
  { title: 'Money', to: '/admin/money', access: 'owner' },
  { title: 'Accounting', to: '/admin/accounting', under: 'Money', access: 'owner' },
  { title: 'Settings', to: '/admin/settings' },
  { title: 'Setup', to: '/admin/setup', under: 'Settings' },
  { title: 'Mail', to: '/admin/mail', under: 'Settings' },
  { title: 'Record', to: '/admin/record', under: 'Settings' },
  { title: 'Rehearsal', to: '/admin/rehearsal', under: 'Settings', access: 'owner' },
]

type AdminSection = AdminPage & { pages: AdminPage[] }

/** The admin pages that a role may open. */
export function adminPages(role: StaffRole | null): AdminPage[] {
  return ADMIN_PAGES.filter(({ access = 'admin' }) => admits(access, role))
}

/**
 * The sections of the admin area for a role: their first pages, each with the other pages of its section. If the role may
 * not open the first page of a section, each other page is a section of its own.
 */
export function adminSections(role: StaffRole | null): AdminSection[] {
  const pages = adminPages(role)
  return pages
    .filter(({ under }) => !pages.some(({ title }) => title === under))
    .map((first) => ({ ...first, pages: pages.filter(({ under }) => under === first.title) }))
}

/** The sections in the header's Admin menu, in its order (test/SPEC.md, "Header, navigation, footer"). */
const MENU = ['Today', 'Products', 'Users', 'Orders', 'Menu', 'Art Show', 'Messages']

/** The header's Admin menu for a role. On the pages of sections that are not in it, Today is marked. */
export function adminMenu(role: StaffRole | null): PageLink[] {
  const sections = adminSections(role)
  const others = sections.filter((section) => !isInMenu(section))
  return sections
    .filter(isInMenu)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((section) =>
      section.title === 'Today' ? { ...section, pages: [...section.pages, ...others] } : section,
    )
}

/** Also a page whose section is in the menu, but not open to the role. */
function isInMenu({ title, under = '' }: AdminPage): boolean {
  return MENU.includes(title) || MENU.includes(under)
}

function placeOf({ title }: PageLink): number {
  const place = MENU.indexOf(title)
  return place === -1 ? MENU.length : place
}

/** Who may open the page with this path. A page that has no link of its own belongs to the section of a link. */
export function accessOfPage(pathname: string): StaffAccess {
  const page =
    ADMIN_PAGES.find(({ to }) => to === pathname) ?? ADMIN_PAGES.find((link) => currentOf(link, pathname))
  return page?.access ?? 'admin'
}

/** The value of `aria-current`: `page` for the link to the current page, `true` for the link to its section. */
export function currentOf(link: PageLink, pathname: string): 'page' | 'true' | undefined {
  if (pathname === link.to) return 'page'
  const isBelow = link.to !== '/admin' && pathname.startsWith(`${link.to}/`)
  const isCurrent =
    isBelow || link.also?.test(pathname) || link.pages?.some((page) => currentOf(page, pathname))
  return isCurrent ? 'true' : undefined
}
