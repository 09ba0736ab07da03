/** The admin pages, who may open them, and the header's Admin menu. The browser loads this file for staff only. */
import { currentOf, type PageLink } from './pages.ts'
import { admits, type StaffAccess, type StaffRole } from '#shared/kernel/roles.ts'

export type AdminPage = PageLink & {
  /** The field in the response of `adminHome.waiting` with the number of open items on the page. */
  waits?: 'toShip' | 'toHandOver' | 'unanswered'
  /** Who may open the page; only admins if left out. */
  access?: StaffAccess
  /** Other names by which people look for it: those of earlier versions. */
  alsoCalled?: readonly string[]
  /** What the page is for, in one sentence. */
  about?: string
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
    pages: [
      { title: 'Today', about: 'What needs you today, and what was sold.', to: '/admin', access: 'staff' },
    ],
  },
  {
    title: 'Orders',
    pages: [
      {
        title: 'Orders',
        about: 'Every order, the newest first.',
        to: '/admin/orderlist',
        subject: 'order',
        also: /^\/order\//,
      },
      {
        title: 'To ship',
        about: 'Paid orders that wait for a label. Buy labels for many at once, and print their slips.',
        to: '/admin/shipping',
        alsoCalled: ['Shipping', 'Labels'],
        also: /^\/admin\/packing\//,
        waits: 'toShip',
        access: 'packer',
      },
      {
        title: 'Pickup',
        about: 'Orders that buyers pick up at the bar: make them ready, and hand them over.',
        to: '/admin/pickup',
        waits: 'toHandOver',
        access: 'staff',
      },
      {
        title: 'Subscriptions',
        tab: 'Subscribers',
        about: 'Who gets coffee regularly, and when the next bag is due.',
        to: '/admin/subscriptions',
        subject: 'subscription',
        also: /^\/admin\/subscription\//,
      },
      {
        title: 'Charges',
        about: 'Payments for subscriptions that are due, paid or failed.',
        to: '/admin/subscription-charges',
        tabOf: 'Subscriptions',
      },
      {
        title: 'Coffees that end',
        about: 'Coffees that leave the shop, and what their subscribers get instead.',
        to: '/admin/ending-coffees',
        alsoCalled: ['Ending coffees'],
        tabOf: 'Subscriptions',
      },
      {
        title: 'Roaster’s choice',
        about: 'The coffees that go to subscribers who let you choose.',
        to: '/admin/roasters-choice',
        alsoCalled: ['Rotation'],
        tabOf: 'Subscriptions',
      },
      {
        title: 'Churn and revenue',
        about: 'How many subscribers come and go, and what they bring in.',
        to: '/admin/subscription-figures',
        alsoCalled: ['Figures'],
        tabOf: 'Subscriptions',
      },
      {
        title: 'Reschedule',
        about: 'Paid orders that need a new roast date, because a day is closed or full.',
        to: '/admin/reschedule',
        alsoCalled: ['Dates to move'],
      },
    ],
  },
  {
    title: 'Catalog',
    pages: [
      {
        title: 'Products',
        about: 'All that the shop sells.',
        to: '/admin/productlist',
        subject: 'product',
        also: /^\/admin\/product\//,
      },
      {
        title: 'Departments',
        about: 'The parts of the shop that buyers choose from: coffee, brewers, mugs.',
        to: '/admin/departments',
        subject: 'department',
      },
      {
        title: 'Grinds',
        about: 'The grinds that buyers can choose, and how to set your grinder for them.',
        to: '/admin/grinding',
        alsoCalled: ['Grinding'],
        tabOf: 'Departments',
      },
      {
        title: 'Discount codes',
        about: 'Codes that take something off the price.',
        to: '/admin/discounts',
        alsoCalled: ['Coupons'],
        subject: 'discount',
      },
      {
        title: 'Gift cards',
        about: 'Gift cards that were sold or given, and what is left on them.',
        to: '/admin/gift-cards',
        subject: 'giftCard',
        also: /^\/admin\/gift-card\//,
        access: 'barista',
      },
      {
        title: 'Reviews',
        about: 'What buyers say about products. Hide what does not belong in the shop.',
        to: '/admin/reviews',
      },
    ],
  },
  {
    title: 'Customers',
    pages: [
      {
        title: 'Users',
        about: 'Everyone with an account.',
        to: '/admin/userlist',
        alsoCalled: ['Customers', 'People'],
        subject: 'user',
        also: /^\/admin\/user\//,
      },
      {
        title: 'Messages',
        about: 'What people wrote through the forms of the site.',
        to: '/admin/messages',
        subject: 'message',
        waits: 'unanswered',
        access: 'barista',
      },
      {
        title: 'Newsletters',
        about: 'Letters to everyone who asked for news.',
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
        about: 'The texts of the site: about, policies, and pages of your own.',
        to: '/admin/pages',
        subject: 'page',
      },
      {
        title: 'Brew guides',
        about: 'How to brew each method. The numbers come with every order.',
        to: '/admin/brew-guides',
        subject: 'brewGuide',
      },
      {
        title: 'Pictures',
        about: 'All pictures of the site, with the words for those who cannot see them.',
        to: '/admin/media',
        subject: 'picture',
      },
      {
        title: 'Menu',
        about: 'The pictures of the menu at the bar.',
        to: '/admin/menuedit',
        subject: 'menu',
        access: 'barista',
      },
      {
        title: 'Events',
        about: 'Cuppings, classes and concerts: dates, seats and who comes.',
        to: '/admin/events',
        subject: 'event',
      },
      {
        title: 'Art Show',
        tab: 'Artists',
        about: 'The artists whose work hangs at the bar.',
        to: '/admin/artshowlist',
        also: /^\/admin\/artshow\//,
        access: 'barista',
      },
      {
        title: 'Works for sale',
        about: 'Works that can be bought, with the artist’s share.',
        to: '/admin/works',
        alsoCalled: ['Works'],
        subject: 'work',
        subjectName: 'Works',
        tabOf: 'Art Show',
      },
      {
        title: 'Payouts to artists',
        about: 'What each artist has earned, and what you have paid.',
        to: '/admin/statements',
        alsoCalled: ['Statements', 'Payouts'],
        tabOf: 'Art Show',
      },
    ],
  },
  {
    title: 'Roastery',
    pages: [
      {
        title: 'Roast day',
        about: 'The next roast day, step by step: weigh, roast, bag, ship.',
        to: '/admin/roast-day',
        access: 'packer',
      },
      {
        title: 'Roast plan',
        tab: 'Days',
        about: 'What to roast on which day, counted from paid orders and subscriptions.',
        to: '/admin/roastery',
        also: /^\/admin\/batch\//,
        access: 'packer',
      },
      {
        title: 'Coffee for subscribers',
        about: 'How much coffee subscribers will need on the next days.',
        to: '/admin/subscription-coffee',
        alsoCalled: ['Coffee to deliver'],
        tabOf: 'Roast plan',
        access: 'packer',
      },
      {
        title: 'Green coffee',
        about: 'The green coffee that you have and that is on its way.',
        to: '/admin/green-coffee',
        subject: 'green',
      },
      {
        title: 'Roasts and blends',
        tab: 'Into the drum',
        about: 'Which green coffee goes into the drum for each roast.',
        to: '/admin/roasts',
        alsoCalled: ['Roasts', 'Recipes'],
      },
      {
        title: 'Into the bag',
        about: 'Which roasts go into the bag of each coffee.',
        to: '/admin/recipes',
        alsoCalled: ['Recipes'],
        subject: 'recipe',
        subjectName: 'Roasts and blends',
        tabOf: 'Roasts and blends',
      },
      {
        title: 'Recall',
        about: 'Find who has bags of a lot or batch, and write to them.',
        to: '/admin/recall',
      },
      {
        title: 'Costs',
        tab: 'Cost per bag',
        about: 'What a bag costs you, from green coffee to label.',
        to: '/admin/coffee-cost',
        alsoCalled: ['Coffee cost', 'Margins'],
      },
      {
        title: 'Value of the stock',
        about: 'What your green and roasted coffee is worth today.',
        to: '/admin/coffee-inventory',
        alsoCalled: ['Inventory value'],
        tabOf: 'Costs',
      },
    ],
  },
  {
    title: 'Money',
    pages: [
      {
        title: 'Books',
        about: 'Sales, taxes and fees of each month for your accounting program.',
        to: '/admin/books',
        alsoCalled: ['Accounting', 'Taxes'],
        subject: 'accounting',
        access: 'owner',
      },
      {
        title: 'Payments check',
        about: 'Compares what the shop recorded with what PayPal has.',
        to: '/admin/payments-check',
        alsoCalled: ['Money', 'PayPal'],
        access: 'owner',
      },
    ],
  },
  {
    title: 'Settings',
    pages: [
      {
        title: 'Shop settings',
        about: 'Hours, prices of shipping, taxes, ways to pay, and all else that you can change.',
        to: '/admin/settings',
        alsoCalled: ['Hours', 'Vacation', 'Announcement', 'Tax', 'Shipping prices', 'Ways to pay', 'Boxes'],
        subject: 'setting',
        subjectName: 'Settings',
      },
      {
        title: 'Set-up',
        about: 'What is left to do before the shop can sell.',
        to: '/admin/setup',
        alsoCalled: ['Setup'],
      },
      {
        title: 'Staff',
        about: 'Who works here, and what each may open.',
        to: '/admin/staff',
        alsoCalled: ['Roles', 'Employees'],
        access: 'owner',
      },
      {
        title: 'Mail log',
        about: 'Every letter that the shop sent or could not send.',
        to: '/admin/mail',
        alsoCalled: ['Mail', 'Emails'],
        subject: 'mail',
        subjectName: 'Mail',
      },
      {
        title: 'Data',
        about: 'Bring products and customers in from another shop, or take them out.',
        to: '/admin/import',
        alsoCalled: ['Move in', 'Import', 'Export'],
        access: 'owner',
      },
      {
        title: 'Practice run',
        about: 'Try the shop with orders and days that are not real.',
        to: '/admin/rehearsal',
        alsoCalled: ['Rehearsal', 'Sandbox'],
        access: 'owner',
      },
      {
        title: 'Change log',
        about: 'Who changed what, and when.',
        to: '/admin/record',
        alsoCalled: ['Record', 'History'],
      },
    ],
  },
] as const satisfies Group[]

/**
 * Addresses of earlier versions, which mails, prints and the change log still have. They are never given to another page.
 */
export const FORMER_ADMIN_PATHS: Readonly<Record<string, string>> = {
  '/admin/rotation': '/admin/roasters-choice',
  '/admin/roast-plan': '/admin/subscription-coffee',
  '/admin/moved-orders': '/admin/reschedule',
  '/admin/money': '/admin/payments-check',
  '/admin/accounting': '/admin/books',
}

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
