/** The admin pages, who may open them, and the header's Admin menu. The browser loads this file for staff only. */
import { currentOf, type PageLink } from './pages.ts'
import { admits, type StaffAccess, type StaffRole } from '#shared/kernel/roles.ts'

export type AdminPage = PageLink & {
  /** The field in the response of `adminHome.waiting` with the number of open items on the page. */
  waits?: 'toShip' | 'toHandOver' | 'unanswered'
  /** Who may open the page; only admins if left out. */
  access?: StaffAccess
  /** The entry of the navigation whose tab the page is: the title of that entry. A page without it is an entry. */
  tabOf?: string
  /** The title of the page among the tabs of its entry, if it is another there. */
  tab?: string
  /** The subject in the change log of what this page edits, and its name there. */
  subject?: string
  subjectName?: string
}

type Group = { title: string; pages: readonly AdminPage[] }

/** The groups of the desk's navigation: at most eight, each with at most seven entries. */
const GROUPS = [
  {
    title: 'Today',
    pages: [{ title: 'Today', to: '/admin', access: 'staff' }],
  },
  {
    title: 'Orders',
    pages: [
      {
        title: 'Orders',
        to: '/admin/orderlist',
        subject: 'order',
        also: /^\/order\//,
      },
      {
        title: 'To ship',
        to: '/admin/shipping',
        also: /^\/admin\/packing\//,
        waits: 'toShip',
        access: 'packer',
      },
      {
        title: 'Pickup',
        to: '/admin/pickup',
        waits: 'toHandOver',
        access: 'staff',
      },
      {
        title: 'Subscriptions',
        tab: 'Subscribers',
        to: '/admin/subscriptions',
        subject: 'subscription',
        also: /^\/admin\/subscription\//,
      },
      {
        title: 'Charges',
        to: '/admin/subscription-charges',
        tabOf: 'Subscriptions',
      },
      {
        title: 'Coffees that end',
        to: '/admin/ending-coffees',
        tabOf: 'Subscriptions',
      },
      {
        title: 'Roaster’s choice',
        to: '/admin/roasters-choice',
        tabOf: 'Subscriptions',
      },
      {
        title: 'Churn and revenue',
        to: '/admin/subscription-figures',
        tabOf: 'Subscriptions',
      },
      {
        title: 'Reschedule',
        to: '/admin/reschedule',
      },
    ],
  },
  {
    title: 'Catalog',
    pages: [
      {
        title: 'Products',
        to: '/admin/productlist',
        subject: 'product',
        also: /^\/admin\/product\//,
      },
      {
        title: 'Departments',
        to: '/admin/departments',
        subject: 'department',
      },
      {
        title: 'Grinds',
        to: '/admin/grinding',
        tabOf: 'Departments',
      },
      {
        title: 'Discount codes',
        to: '/admin/discounts',
        subject: 'discount',
      },
      {
        title: 'Gift cards',
        to: '/admin/gift-cards',
        subject: 'giftCard',
        also: /^\/admin\/gift-card\//,
        access: 'barista',
      },
      {
        title: 'Reviews',
        to: '/admin/reviews',
      },
    ],
  },
  {
    title: 'Customers',
    pages: [
      {
        title: 'Users',
        to: '/admin/userlist',
        subject: 'user',
        also: /^\/admin\/user\//,
      },
      {
        title: 'Messages',
        to: '/admin/messages',
        subject: 'message',
        waits: 'unanswered',
        access: 'barista',
      },
      {
        title: 'Newsletters',
        to: '/admin/newsletters',
        subject: 'newsletter',
      },
    ],
  },
  {
    title: 'Content',
    pages: [
      {
        title: 'Pages',
        to: '/admin/pages',
        subject: 'page',
      },
      {
        title: 'Brew guides',
        to: '/admin/brew-guides',
        subject: 'brewGuide',
      },
      {
        title: 'Pictures',
        to: '/admin/media',
        subject: 'picture',
      },
      {
        title: 'Menu',
        to: '/admin/menuedit',
        subject: 'menu',
        access: 'barista',
      },
      {
        title: 'Events',
        to: '/admin/events',
        subject: 'event',
      },
      {
        title: 'Art Show',
        tab: 'Artists',
        to: '/admin/artshowlist',
        also: /^\/admin\/artshow\//,
        access: 'barista',
      },
      {
        title: 'Works for sale',
        to: '/admin/works',
        subject: 'work',
        subjectName: 'Works',
        tabOf: 'Art Show',
      },
      {
        title: 'Payouts to artists',
        to: '/admin/statements',
        tabOf: 'Art Show',
      },
    ],
  },
  {
    title: 'Roastery',
    pages: [
      {
        title: 'Roast day',
        to: '/admin/roast-day',
        access: 'packer',
      },
      {
        title: 'Roast plan',
        tab: 'Days',
        to: '/admin/roastery',
        also: /^\/admin\/batch\//,
        access: 'packer',
      },
      {
        title: 'Coffee for subscribers',
        to: '/admin/subscription-coffee',
        tabOf: 'Roast plan',
        access: 'packer',
      },
      {
        title: 'Green coffee',
        to: '/admin/green-coffee',
        subject: 'green',
      },
      {
        title: 'Roasts and blends',
        tab: 'Into the drum',
        to: '/admin/roasts',
      },
      {
        title: 'Into the bag',
        to: '/admin/recipes',
        subject: 'recipe',
        subjectName: 'Roasts and blends',
        tabOf: 'Roasts and blends',
      },
      {
        title: 'Recall',
        to: '/admin/recall',
      },
      {
        title: 'Costs',
        tab: 'Cost per bag',
        to: '/admin/coffee-cost',
      },
      {
        title: 'Value of the stock',
        to: '/admin/coffee-inventory',
        tabOf: 'Costs',
      },
    ],
  },
  {
    title: 'Money',
    pages: [
      {
        title: 'Books',
        to: '/admin/books',
        subject: 'accounting',
        access: 'owner',
      },
      {
        title: 'Payments check',
        to: '/admin/payments-check',
        access: 'owner',
      },
    ],
  },
  {
    title: 'Settings',
    pages: [
      {
        title: 'Shop settings',
        to: '/admin/settings',
        subject: 'setting',
        subjectName: 'Settings',
      },
      {
        title: 'Set-up',
        to: '/admin/setup',
      },
      {
        title: 'Staff',
        to: '/admin/staff',
        access: 'owner',
      },
      {
        title: 'Mail log',
        to: '/admin/mail',
        subject: 'mail',
        subjectName: 'Mail',
      },
      {
        title: 'Data',
        to: '/admin/import',
        access: 'owner',
      },
      {
        title: 'Practice run',
        to: '/admin/rehearsal',
        access: 'owner',
      },
      {
        title: 'Change log',
        to: '/admin/record',
      },
    ],
  },
] as const satisfies Group[]

/** All admin pages, group by group. */
export const ADMIN_PAGES: readonly AdminPage[] = GROUPS.flatMap((group): readonly AdminPage[] => group.pages)

type Subject = Extract<(typeof GROUPS)[number]['pages'][number], { subject: string }>['subject']

/** The names of the subjects that have an admin page, in the order of the pages. */
export const SUBJECTS_OF_PAGES = Object.fromEntries(
  ADMIN_PAGES.flatMap(({ subject, subjectName, title }) =>
    subject ? [[subject, subjectName ?? title]] : [],
  ),
) as Record<Subject, string>

/** An entry of the navigation, with its tabs: none, or the page itself and others. */
export type AdminEntry = AdminPage & { tabs: AdminPage[] }

export type AdminGroup = { title: string; entries: AdminEntry[] }

/**
 * The groups of the desk's navigation for a role, without those in which it may open nothing. A tab whose entry the role
 * may not open is an entry.
 */
export function adminGroups(role: StaffRole | null): AdminGroup[] {
  return GROUPS.map((group: Group) => {
    const pages = group.pages.filter(({ access = 'admin' }) => admits(access, role))
    const isTab = ({ tabOf }: AdminPage) => pages.some(({ title }) => title === tabOf)
    const entries = pages
      .filter((page) => !isTab(page))
      .map((first) => {
        const others = pages.filter(({ tabOf }) => tabOf === first.title)
        return { ...first, tabs: others.length === 0 ? [] : [first, ...others] }
      })
    return { title: group.title, entries }
  }).filter(({ entries }) => entries.length > 0)
}

/** The entry to which the page with this path belongs, if the role may open it. */
export function adminEntryOf(role: StaffRole | null, pathname: string): AdminEntry | undefined {
  const entries = adminGroups(role).flatMap((group) => group.entries)
  return entries.find((entry) => isWithin(entry, pathname))
}

/** Whether the page with this path is the entry or one of its tabs. */
export function isWithin({ tabs, ...entry }: AdminEntry, pathname: string): boolean {
  return [entry, ...tabs].some((page) => currentOf(page, pathname))
}

/** The links of the header's Admin menu, in its order (test/SPEC.md, "Header, navigation, footer"). */
const MENU = ['Today', 'Products', 'Users', 'Orders', 'Menu', 'Art Show', 'Messages']

/** The header's Admin menu for a role. A role that may open few pages has all of them in it. */
export function adminMenu(role: StaffRole | null): PageLink[] {
  const entries = adminGroups(role).flatMap((group) => group.entries)
  const isShort = entries.length <= MENU.length
  return entries
    .filter(({ title }) => isShort || MENU.includes(title))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
}

function placeOf({ title }: PageLink): number {
  const place = MENU.indexOf(title)
  return place === -1 ? MENU.length : place
}

/** The page with this path, or the one to which a path below it belongs. */
export function adminPageAt(pathname: string): AdminPage | undefined {
  return (
    ADMIN_PAGES.find(({ to }) => to === pathname) ?? ADMIN_PAGES.find((page) => currentOf(page, pathname))
  )
}

/** Who may open the page with this path. A page without a link has the rule of the link to its list. */
export function accessOfPage(pathname: string): StaffAccess {
  return adminPageAt(pathname)?.access ?? 'admin'
}
