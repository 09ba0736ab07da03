import { expect, test } from 'vitest'
import routes from '../app/routes.ts'
import { ADMIN_MENU, ADMIN_PAGES, currentOf, MAIN_LINKS, POLICY_LINKS, sitemapPaths } from './pages.ts'

/** The addresses of all screens that name no row and no page of a list. */
const PATHS = routes.map(({ path = '' }) => `/${path}`).filter((path) => !/[:*]/.test(path))

const FOR_ONE_VISITOR = ['/search', '/cart', '/login', '/register', '/forgot', '/reset', '/profile']
const FROM_A_MAIL = ['/confirm-email', '/keep-email']
const CHECKOUT = ['/shipping', '/payment', '/placeorder']
const ANNOUNCEMENT = ['/shopcomingsoon']
const REACHED_FROM_A_LIST = ['/admin/shipping/slips', '/admin/product/import']

test('every link leads to a screen', () => {
  const links = [
    ...MAIN_LINKS.flatMap((item) => ('links' in item ? item.links : [item])),
    ...POLICY_LINKS,
    ...ADMIN_PAGES,
  ]
  for (const { to } of links) expect(PATHS).toContain(to)
})

test('every public screen is in the sitemap, or named here as one that is not to be found', () => {
  const hidden = [...FOR_ONE_VISITOR, ...FROM_A_MAIL, ...CHECKOUT, ...ANNOUNCEMENT]
  const publicPaths = PATHS.filter((path) => !/^\/admin\b/.test(path))
  expect([...sitemapPaths(), ...hidden].toSorted()).toEqual(publicPaths.toSorted())
})

test('every admin screen has a link, or named here as one that is reached from a list', () => {
  const adminPaths = PATHS.filter((path) => /^\/admin\b/.test(path))
  const linked = [...ADMIN_PAGES.map(({ to }) => to), ...REACHED_FROM_A_LIST]
  expect(linked.toSorted()).toEqual(adminPaths.toSorted())
})

test('the header’s Admin menu has the pages of the specification, in its order', () => {
  expect(ADMIN_MENU.map(({ title }) => title)).toEqual([
    'Today',
    'Products',
    'Users',
    'Orders',
    'Menu',
    'Art Show',
    'Messages',
  ])
})

const named = (title: string) => ADMIN_MENU.find((link) => link.title === title)!

test('a link of the menu stands for the pages under it', () => {
  expect(currentOf(named('Orders'), '/admin/orderlist')).toBe('page')
  expect(currentOf(named('Orders'), '/admin/orderlist/2')).toBe('true')
  expect(currentOf(named('Orders'), '/admin/shipping')).toBe('true')
  expect(currentOf(named('Products'), '/admin/reviews/2')).toBe('true')
  expect(currentOf(named('Today'), '/admin/record')).toBe('true')
  expect(currentOf(named('Today'), '/admin/userlist')).toBeUndefined()
})
