/** The admin pages, who may open them, and the header's Admin menu. The browser loads this file for staff only. */
import { currentOf, type PageLink } from './pages.ts'
import { admits, type StaffAccess, type StaffRole } from '#shared/kernel/roles.ts'

export type AdminPage = PageLink & {
  /** The field in the response of `adminHome.waiting` with the number of open items on the page. */
  waits?: 'toShip' | 'toHandOver' | 'unanswered'
  /** Who may open the page; only admins if left out. */
  access?: StaffAccess
  /** The title of the first page of the section to which the page belongs. A page without it starts a section. */
  under?: string
  /** The subject in the change log of what this page edits. Its name there is the title of the page. */
  subject?: string
}

const PAGES = [
  { title: 'Today', to: '/admin', access: 'staff' },
  { title: 'Orders', to: '/admin/orderlist', subject: 'order', also: /^\/order\// },
  { title: 'Shipping', to: '/admin/shipping', waits: 'toShip', under: 'Orders', access: 'packer' },
  { title: 'Pickup', to: '/admin/pickup', waits: 'toHandOver', under: 'Orders', access: 'staff' },
  {
    title: 'Gift cards',
    to: '/admin/gift-cards',
    subject: 'giftCard',
    also: /^\/admin\/gift-card\//,
    under: 'Orders',
    access: 'barista',
  },
  {
    title: 'Subscriptions',
    to: '/admin/subscriptions',
    subject: 'subscription',
    also: /^\/admin\/subscription\//,
  },
  { title: 'Coffee to deliver', to: '/admin/roast-plan', under: 'Subscriptions', access: 'packer' },
  { title: 'Charges', to: '/admin/subscription-charges', under: 'Subscriptions' },
  { title: 'Ending coffees', to: '/admin/ending-coffees', under: 'Subscriptions' },
  { title: 'Churn and revenue', to: '/admin/subscription-figures', under: 'Subscriptions' },
  { title: 'Roaster’s choice', to: '/admin/rotation', under: 'Subscriptions' },
  { title: 'Roastery', to: '/admin/roastery', access: 'packer' },
  { title: 'Roast day', to: '/admin/roast-day', under: 'Roastery', access: 'packer' },
  { title: 'Dates to move', to: '/admin/moved-orders', under: 'Roastery' },
  { title: 'Green coffee', to: '/admin/green-coffee', subject: 'green', under: 'Roastery' },
  { title: 'Roasts', to: '/admin/roasts', under: 'Roastery' },
  { title: 'Recipes', to: '/admin/recipes', subject: 'recipe', under: 'Roastery' },
  { title: 'Recall', to: '/admin/recall', under: 'Roastery' },
  { title: 'Coffee cost', to: '/admin/coffee-cost', under: 'Roastery' },
  { title: 'Inventory value', to: '/admin/coffee-inventory', under: 'Roastery' },
  { title: 'Products', to: '/admin/productlist', subject: 'product', also: /^\/admin\/product\// },
  { title: 'Departments', to: '/admin/departments', subject: 'department', under: 'Products' },
  { title: 'Discount codes', to: '/admin/discounts', subject: 'discount', under: 'Products' },
  { title: 'Grinding', to: '/admin/grinding', under: 'Products' },
  { title: 'Reviews', to: '/admin/reviews', under: 'Products' },
  { title: 'Move in', to: '/admin/import', under: 'Products', access: 'owner' },
  { title: 'Menu', to: '/admin/menuedit', subject: 'menu', access: 'barista' },
  { title: 'Art Show', to: '/admin/artshowlist', also: /^\/admin\/artshow\//, access: 'barista' },
  { title: 'Works', to: '/admin/works', subject: 'work', under: 'Art Show' },
  { title: 'Statements', to: '/admin/statements', under: 'Art Show' },
  { title: 'Events', to: '/admin/events', subject: 'event' },
  { title: 'Pages', to: '/admin/pages', subject: 'page' },
  { title: 'Brew guides', to: '/admin/brew-guides', subject: 'brewGuide', under: 'Pages' },
  { title: 'Pictures', to: '/admin/media', subject: 'picture', under: 'Pages' },
  { title: 'Messages', to: '/admin/messages', subject: 'message', waits: 'unanswered', access: 'barista' },
  { title: 'Users', to: '/admin/userlist', subject: 'user', also: /^\/admin\/user\// },
  { title: 'Newsletters', to: '/admin/newsletters', subject: 'newsletter', under: 'Users' },
  { title: 'Staff', to: '/admin/staff', under: 'Users', access: 'owner' },
  { title: 'Money', to: '/admin/money', access: 'owner' },
  { title: 'Accounting', to: '/admin/accounting', subject: 'accounting', under: 'Money', access: 'owner' },
  { title: 'Settings', to: '/admin/settings', subject: 'setting' },
  { title: 'Setup', to: '/admin/setup', under: 'Settings' },
  { title: 'Mail', to: '/admin/mail', subject: 'mail', under: 'Settings' },
  { title: 'Change log', to: '/admin/record', under: 'Settings' },
  { title: 'Rehearsal', to: '/admin/rehearsal', under: 'Settings', access: 'owner' },
] as const satisfies AdminPage[]

/** All admin pages, section by section. */
export const ADMIN_PAGES: readonly AdminPage[] = PAGES

type Subject = Extract<(typeof PAGES)[number], { subject: string }>['subject']

/** The names of the subjects that have an admin page, in the order of the pages. */
export const SUBJECTS_OF_PAGES = Object.fromEntries(
  ADMIN_PAGES.flatMap(({ subject, title }) => (subject ? [[subject, title]] : [])),
) as Record<Subject, string>

type AdminSection = AdminPage & { pages: AdminPage[] }

/** The admin pages that a role may open. */
function adminPages(role: StaffRole | null): AdminPage[] {
  return ADMIN_PAGES.filter(({ access = 'admin' }) => admits(access, role))
}

/**
 * The sections of the admin area for a role: their first pages, each with the other pages of its section. If the role
 * may not open the first page of a section, each other page of it becomes a separate section.
 */
export function adminSections(role: StaffRole | null): AdminSection[] {
  const pages = adminPages(role)
  return pages
    .filter(({ under }) => !pages.some(({ title }) => title === under))
    .map((first) => ({ ...first, pages: pages.filter(({ under }) => under === first.title) }))
}

/** The sections in the header's Admin menu, in its order (test/SPEC.md, "Header, navigation, footer"). */
const MENU = ['Today', 'Products', 'Users', 'Orders', 'Menu', 'Art Show', 'Messages']

/** The header's Admin menu for a role. Today is marked on the pages of sections that are not in the menu. */
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

/**
 * Whether the page or its section is in the menu. Includes pages of a section whose first page the role may not open.
 */
function isInMenu({ title, under = '' }: AdminPage): boolean {
  return MENU.includes(title) || MENU.includes(under)
}

function placeOf({ title }: PageLink): number {
  const place = MENU.indexOf(title)
  return place === -1 ? MENU.length : place
}

/** Who may open the page with this path. A page without a link has the rule of the link to its section. */
export function accessOfPage(pathname: string): StaffAccess {
  const page =
    ADMIN_PAGES.find(({ to }) => to === pathname) ?? ADMIN_PAGES.find((link) => currentOf(link, pathname))
  return page?.access ?? 'admin'
}
