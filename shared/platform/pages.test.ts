import { ADMIN_PAGES, adminEntryOf, adminGroups, adminMenu, isWithin } from './admin-pages.ts'
import { ADMIN_TEXTS } from './admin-texts.ts'
import { FORMER_PATHS, presentPath } from './former-paths.ts'
import { expect, test } from 'vitest'
import type { StaffRole } from '#shared/kernel/roles.ts'
import routes from '#app/routes.ts'
import { currentOf, FOOTER_LINKS, MAIN_LINKS, POLICY_LINKS, sitemapPaths } from './pages.ts'

/** All screens, also those within the layout of the desk. */
const SCREENS = routes.flatMap((route) => route.children ?? [route])

/** The paths of all screens without parameters. */
const PATHS = SCREENS.map(({ path = '' }) => `/${path.replace(/\/:\w+\?$/, '')}`).filter(
  (path) => !/[:*]/.test(path),
)

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
  '/admin/new-order',
  '/admin/shipping/slips',
  '/admin/product/import',
  '/admin/product/new-coffee',
  ...['hours', 'parcels', 'pay-methods'].map((id) => `/admin/settings/${id}`),
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
  // The pages below /wholesale are for the people of accounts, and no search engine may have their prices.
  const ofAccounts = PATHS.filter((path) => path.startsWith('/wholesale/'))
  const hidden = [...ofAccounts, ...FOR_ONE_VISITOR, ...FROM_A_MAIL, ...CHECKOUT, ...ANNOUNCEMENT]
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

test('every page of the desk says what it is for', () => {
  expect(Object.keys(ADMIN_TEXTS).toSorted()).toEqual(ADMIN_PAGES.map(({ to }) => to).toSorted())
})

test('every screen of the desk belongs to an entry of the navigation', () => {
  const paths = SCREENS.map(({ path = '' }) => `/${path}`).filter((path) => /^\/admin\b/.test(path))
  const pages = paths.map((path) => path.replaceAll(/:\w+\??/g, '1'))
  expect(pages.filter((path) => !adminEntryOf('owner', path))).toEqual([])
})

test('the navigation has at most eight groups of at most seven entries', () => {
  expect(adminGroups('owner').map(({ title }) => title)).toEqual([
    'Today',
    'Orders',
    'Catalog',
    'Customers',
    'Content',
    'Roastery',
    'Money',
    'Settings',
  ])
  for (const { entries } of adminGroups('owner')) expect(entries.length).toBeLessThanOrEqual(7)
})

test('former addresses lead to a page with their query, and are never a page again', () => {
  for (const [former, now] of Object.entries(FORMER_PATHS)) {
    expect(PATHS).toContain(now.split('#')[0])
    expect(PATHS).not.toContain(former)
  }
  expect(presentPath({ pathname: '/admin/Money/', search: '?a=1' })).toBe('/admin/payments-check?a=1')
  expect(presentPath({ pathname: '/payment', search: '?a=1' })).toBe('/checkout?a=1#payment')
  expect(presentPath({ pathname: '/constructor', search: '' })).toBeUndefined()
})

test('a role sees only entries that it may open, and a tab without its entry is an entry', () => {
  expect(titles('packer')).toEqual(['Today', 'To ship', 'Pickup', 'Deliveries', 'Roast day', 'Roast plan'])
  expect(titles('barista')).toEqual([
    'Today',
    'Pickup',
    'Counter',
    'Gift cards',
    'Messages',
    'Menu',
    'Art Show',
  ])
  expect(titles(null)).toEqual([])
})

const titles = (role: StaffRole | null) =>
  adminGroups(role).flatMap(({ entries }) => entries.map(({ title }) => title))

const entryOf = (path: string) => adminEntryOf('owner', path)?.title

test('an entry is marked on its own pages and on those of its tabs', () => {
  expect(entryOf('/admin/orderlist/2')).toBe('Orders')
  expect(entryOf('/order/1')).toBe('Orders')
  expect(entryOf('/admin/subscription-charges')).toBe('Subscriptions')
  expect(entryOf('/admin/works/1/edit')).toBe('Art Show')
  expect(entryOf('/admin/record')).toBe('Change log')
  expect(entryOf('/profile')).toBeUndefined()
  const orders = adminEntryOf('owner', '/admin/orderlist')!
  expect(currentOf(orders, '/admin/orderlist')).toBe('page')
  expect(currentOf(orders, '/admin/orderlist/2')).toBe('true')
  expect(isWithin(orders, '/admin/shipping')).toBe(false)
})
