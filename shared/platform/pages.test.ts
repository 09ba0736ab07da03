import { ADMIN_PAGES, adminMenu } from './admin-pages.ts'
import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { currentOf, FOOTER_LINKS, MAIN_LINKS, POLICY_LINKS, sitemapPaths } from './pages.ts'

/** The paths of all screens without parameters. */
const PATHS = routes.map(({ path = '' }) => `/${path}`).filter((path) => !/[:*]/.test(path))

const FOR_ONE_VISITOR = [
  '/search',
  '/cart',
  '/login',
  '/register',
  '/forgot',
  '/reset',
  '/profile',
  '/profile/addresses',
  '/profile/data',
  '/profile/gift-cards',
  '/profile/payments',
  '/profile/security',
  '/profile/subscriptions',
  '/order-links',
]
const FROM_A_MAIL = [
  '/confirm-email',
  '/keep-email',
  '/confirm-account',
  '/finish-account',
  '/join',
  '/gift',
  '/gift-cards/balance',
  '/back-in-stock',
  '/back-in-stock/confirm',
  '/cart/saved',
  '/newsletter',
  '/newsletter/confirm',
  '/newsletter/preferences',
  '/newsletter/unsubscribe',
]
const CHECKOUT = ['/checkout']
const ANNOUNCEMENT = ['/shopcomingsoon']
const REACHED_FROM_A_LIST = [
  '/admin/shipping/slips',
  '/admin/product/import',
  ...[
    'hours',
    'vacation',
    'announcement',
    'business',
    'selling',
    'subscribing',
    'roasting',
    'gift-cards',
    'parcels',
    'pay-methods',
  ].map((id) => `/admin/settings/${id}`),
]

test('every link leads to a screen', () => {
  const links = [
    ...MAIN_LINKS.flatMap((item) => ('links' in item ? item.links : [item])),
    ...FOOTER_LINKS,
    ...POLICY_LINKS,
    ...ADMIN_PAGES,
  ]
  for (const { to } of links) expect(PATHS).toContain(to)
})

test('every public screen is in the sitemap or in the list of exceptions here', () => {
  const hidden = [...FOR_ONE_VISITOR, ...FROM_A_MAIL, ...CHECKOUT, ...ANNOUNCEMENT]
  const publicPaths = PATHS.filter((path) => !/^\/admin\b/.test(path))
  expect([...sitemapPaths(), ...hidden].toSorted()).toEqual(publicPaths.toSorted())
})

test('every admin screen has a link, or is in this file’s list of screens that have a link elsewhere', () => {
  const adminPaths = PATHS.filter((path) => /^\/admin\b/.test(path))
  const linked = [...ADMIN_PAGES.map(({ to }) => to), ...REACHED_FROM_A_LIST]
  expect(linked.toSorted()).toEqual(adminPaths.toSorted())
})

test('the header’s Admin menu lists its pages in the fixed order', () => {
  expect(adminMenu('owner').map(({ title }) => title)).toEqual([
    'Today',
    'Products',
    'Users',
    'Orders',
    'Menu',
    'Art Show',
    'Messages',
  ])
})

const named = (title: string) => adminMenu('owner').find((link) => link.title === title)!

test('a link of the menu is marked on the pages of its section', () => {
  expect(currentOf(named('Orders'), '/admin/orderlist')).toBe('page')
  expect(currentOf(named('Orders'), '/admin/orderlist/2')).toBe('true')
  expect(currentOf(named('Orders'), '/admin/shipping')).toBe('true')
  expect(currentOf(named('Products'), '/admin/reviews/2')).toBe('true')
  expect(currentOf(named('Today'), '/admin/record')).toBe('true')
  expect(currentOf(named('Today'), '/admin/userlist')).toBeUndefined()
})
