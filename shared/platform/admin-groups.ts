/** The pages of the desk in their groups. admin-pages.ts reads them; the browser loads this file for staff only. */
import type { PageLink } from './pages.ts'
import type { PartId } from './parts.ts'
import type { StaffAccess } from '#shared/kernel/roles.ts'

export type AdminPage = PageLink & {
  /** Who may open the page; only admins if left out. */
  access?: StaffAccess
  /** The part of the shop to which the page belongs. */
  part?: PartId
  /** The entry of the navigation whose tab the page is: the title of that entry. A page without it is an entry. */
  tabOf?: string
  /** The title of the page among the tabs of its entry, if it is another there. */
  tab?: string
  /** The subject in the change log of what this page edits, and its name there. */
  subject?: string
  subjectName?: string
}

export type Group = { title: string; pages: readonly AdminPage[] }

/** The groups of the desk's navigation: at most eight, each with at most seven entries. */
export const GROUPS = [
  {
    title: 'Today',
    pages: [
      { title: 'Today', to: '/admin', access: 'staff' },
      { title: 'Guide', to: '/admin/guide', tabOf: 'Today', access: 'staff' },
    ],
  },
  {
    title: 'Orders',
    pages: [
      {
        title: 'Orders',
        to: '/admin/orderlist',
        subject: 'order',
        also: /^\/order\/|^\/admin\/new-order$/,
      },
      { title: 'To ship', to: '/admin/shipping', also: /^\/admin\/packing\//, access: 'packer' },
      { title: 'Pickup', to: '/admin/pickup', part: 'pickup', access: 'staff' },
      {
        title: 'Deliveries',
        tab: 'Runs',
        to: '/admin/deliveries',
        part: 'wholesale',
        also: /^\/admin\/run\//,
        access: 'packer',
      },
      {
        title: 'Van routes',
        to: '/admin/van-routes',
        part: 'wholesale',
        tabOf: 'Deliveries',
        subject: 'vanRoute',
      },
      {
        title: 'Counter',
        to: '/admin/counter',
        also: /^\/admin\/receipt\//,
        access: 'barista',
        part: 'counter',
      },
      {
        title: 'Subscriptions',
        tab: 'Subscribers',
        to: '/admin/subscriptions',
        part: 'subscriptions',
        subject: 'subscription',
        also: /^\/admin\/subscription\//,
      },
      { title: 'Charges', to: '/admin/subscription-charges', part: 'subscriptions', tabOf: 'Subscriptions' },
      {
        title: 'Coffees that end',
        to: '/admin/ending-coffees',
        part: 'subscriptions',
        tabOf: 'Subscriptions',
      },
      {
        title: 'Roaster’s choice',
        to: '/admin/roasters-choice',
        part: 'subscriptions',
        tabOf: 'Subscriptions',
      },
      {
        title: 'Churn and revenue',
        to: '/admin/subscription-figures',
        part: 'subscriptions',
        tabOf: 'Subscriptions',
      },
      { title: 'Reschedule', to: '/admin/reschedule' },
    ],
  },
  {
    title: 'Catalog',
    pages: [
      { title: 'Products', to: '/admin/productlist', subject: 'product', also: /^\/admin\/product\// },
      { title: 'Departments', to: '/admin/departments', subject: 'department' },
      { title: 'Grinds', to: '/admin/grinding', tabOf: 'Departments' },
      {
        title: 'Price lists',
        to: '/admin/price-lists',
        part: 'wholesale',
        subject: 'priceList',
        also: /^\/admin\/price-list\//,
      },
      { title: 'Discount codes', to: '/admin/discounts', part: 'discountCodes', subject: 'discount' },
      {
        title: 'Gift cards',
        to: '/admin/gift-cards',
        part: 'giftCards',
        subject: 'giftCard',
        also: /^\/admin\/gift-card\//,
        access: 'barista',
      },
      { title: 'Reviews', to: '/admin/reviews', part: 'reviews' },
    ],
  },
  {
    title: 'Customers',
    pages: [
      { title: 'Users', to: '/admin/userlist', subject: 'user', also: /^\/admin\/user\// },
      {
        title: 'Accounts',
        to: '/admin/accounts',
        part: 'wholesale',
        subject: 'company',
        subjectName: 'Wholesale accounts',
        also: /^\/admin\/account\//,
      },
      {
        title: 'Applications',
        to: '/admin/applications',
        part: 'wholesale',
        tabOf: 'Accounts',
        also: /^\/admin\/application\//,
      },
      { title: 'Gone quiet', to: '/admin/quiet-accounts', part: 'wholesale', tabOf: 'Accounts' },
      { title: 'Messages', to: '/admin/messages', subject: 'message', access: 'barista' },
      { title: 'Newsletters', to: '/admin/newsletters', part: 'newsletters', subject: 'newsletter' },
    ],
  },
  {
    title: 'Content',
    pages: [
      { title: 'Pages', to: '/admin/pages', subject: 'page' },
      { title: 'Brew guides', to: '/admin/brew-guides', subject: 'brewGuide' },
      { title: 'Pictures', to: '/admin/media', subject: 'picture' },
      { title: 'Menu', to: '/admin/menuedit', subject: 'menu', access: 'barista' },
      { title: 'Events', to: '/admin/events', subject: 'event', part: 'events' },
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
        part: 'artForSale',
        subject: 'work',
        subjectName: 'Works',
        tabOf: 'Art Show',
      },
      { title: 'Payouts to artists', to: '/admin/statements', tabOf: 'Art Show' },
    ],
  },
  {
    title: 'Roastery',
    pages: [
      { title: 'Roast day', to: '/admin/roast-day', part: 'roastery', access: 'packer' },
      {
        title: 'Roast plan',
        tab: 'Days',
        to: '/admin/roastery',
        part: 'roastery',
        also: /^\/admin\/batch\//,
        access: 'packer',
      },
      {
        title: 'Coffee for subscribers',
        to: '/admin/subscription-coffee',
        tabOf: 'Roast plan',
        access: 'packer',
      },
      { title: 'Green coffee', to: '/admin/green-coffee', part: 'roastery', subject: 'green' },
      { title: 'Roasts and blends', tab: 'Into the drum', to: '/admin/roasts', part: 'roastery' },
      {
        title: 'Into the bag',
        to: '/admin/recipes',
        part: 'roastery',
        subject: 'recipe',
        subjectName: 'Roasts and blends',
        tabOf: 'Roasts and blends',
      },
      { title: 'Recall', to: '/admin/recall' },
      { title: 'Costs', tab: 'Cost per bag', to: '/admin/coffee-cost', part: 'roastery' },
      { title: 'Value of the stock', to: '/admin/coffee-inventory', part: 'roastery', tabOf: 'Costs' },
    ],
  },
  {
    title: 'Money',
    pages: [
      { title: 'Books', to: '/admin/books', subject: 'accounting', access: 'owner' },
      { title: 'Payments check', to: '/admin/payments-check', access: 'owner' },
      {
        title: 'Invoices',
        to: '/admin/invoices',
        subject: 'invoice',
        subjectName: 'Wholesale invoices',
        also: /^\/admin\/invoice\/|^\/admin\/ledger\//,
        part: 'wholesale',
      },
      { title: 'Ageing', to: '/admin/ageing', part: 'wholesale', tabOf: 'Invoices' },
      {
        title: 'Invoice settings',
        tab: 'Settings',
        to: '/admin/invoicing',
        part: 'wholesale',
        tabOf: 'Invoices',
      },
      {
        title: 'Counter days',
        to: '/admin/counter-days',
        subject: 'counterDay',
        also: /^\/admin\/counter-day\//,
        part: 'counter',
      },
    ],
  },
  {
    title: 'Settings',
    pages: [
      { title: 'Shop settings', to: '/admin/settings', subject: 'setting', subjectName: 'Settings' },
      { title: 'Parts', to: '/admin/parts', tabOf: 'Shop settings', access: 'owner' },
      { title: 'Set-up', to: '/admin/setup' },
      { title: 'Staff', to: '/admin/staff', access: 'owner' },
      { title: 'Services', to: '/admin/services' },
      { title: 'Mail log', to: '/admin/mail', subject: 'mail', subjectName: 'Mail', tabOf: 'Services' },
      {
        title: 'Connections',
        to: '/admin/connections',
        subject: 'connection',
        also: /^\/admin\/webhook\//,
        tabOf: 'Services',
        access: 'owner',
      },
      { title: 'Data', to: '/admin/import', access: 'owner' },
      { title: 'Practice run', to: '/admin/rehearsal', access: 'owner' },
      { title: 'Change log', to: '/admin/record' },
    ],
  },
] as const satisfies Group[]
