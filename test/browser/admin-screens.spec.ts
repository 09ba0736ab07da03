/** What the screens of the admin have in common: who may open them, and what they show if their data cannot be loaded. */
import { expect } from '@playwright/test'
import { newBuyer } from './by-api.ts'
import { asOwner } from './owner.ts'
import { createProduct, deleteCreated, uniqueName } from './products.ts'
import { expectAt, signInAsNewCustomer, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

test.afterAll(deleteCreated)

const SCREENS = [
  '/admin',
  '/admin/orderlist',
  '/admin/orderlist/2',
  '/admin/shipping',
  '/admin/shipping/slips?orders=x',
  '/admin/productlist',
  '/admin/productlist/2',
  '/admin/product/any/edit',
  '/admin/product/new-coffee',
  '/admin/green-coffee/any/to-shop',
  '/admin/userlist',
  '/admin/user/any/edit',
  '/admin/menuedit',
  '/admin/artshowlist',
  '/admin/artshow/any/edit',
]

test('the screens of the admin and the profile lead a visitor to /login, and those of the admin a customer too', async ({
  page,
}) => {
  for (const path of ['/profile', '/profile/2', ...SCREENS]) {
    await page.goto(path)
    await expectAt(page, '/login')
  }
  await signInAsNewCustomer(page)
  for (const path of SCREENS) {
    await page.goto(path)
    // A signed-in user who opens /login is redirected at once.
    await expect(page).not.toHaveURL(/admin/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

/** A screen, the calls that fail, and what is shown after another try. */
type Failing = { path: string; calls: RegExp; shown: { table: string } | { name: string } }

const failing: Record<string, (made: { user: string; product: string; name: string }) => Failing> = {
  'a list of orders': () => ({
    path: '/admin/orderlist',
    calls: /\/api\/orders(\?.*)?$/,
    shown: { table: 'Orders' },
  }),
  'a list of products': () => ({
    path: '/admin/productlist',
    calls: /\/api\/products\/desk/,
    shown: { table: 'Products' },
  }),
  'a product': ({ product, name }) => ({
    path: `/admin/product/${product}/edit`,
    calls: new RegExp(`/api/products/desk/${product}`),
    shown: { name },
  }),
  'a list of users': () => ({
    path: '/admin/userlist',
    calls: /\/api\/users\/search/,
    shown: { table: 'Users' },
  }),
  'a user': ({ user }) => ({
    path: `/admin/user/${user}/edit`,
    calls: new RegExp(`/api/users/${user}`),
    shown: { name: 'Jane Goodall' },
  }),
  'a list of artists': () => ({
    path: '/admin/artshowlist',
    calls: /\/api\/artshow$/,
    shown: { table: 'Artists' },
  }),
}

for (const [what, screen] of Object.entries(failing))
  test(`${what} that cannot be loaded shows a red alert with the message, and Try again loads it`, async ({
    page,
  }) => {
    const user = await newBuyer('Jane Goodall')
    // Without an order there is no table of orders.
    await user.order()
    const product = await asOwner((owner) => createProduct({ request: owner }, uniqueName('Unread')))
    const { path, calls, shown } = screen({ user: user.id, product: product._id, name: product.name })
    await signInAsOwner(page)
    await page.route(calls, (route) =>
      route.fulfill({ status: 500, json: { message: 'Internal server error' } }),
    )
    await page.goto(path)
    await expect(page.getByRole('alert')).toHaveText('Internal server error')
    await page.unroute(calls)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    if ('table' in shown) await expect(page.getByRole('table', { name: shown.table })).toBeVisible()
    else await expect(page.getByLabel('Name', { exact: true })).toHaveValue(shown.name)
  })

test('the form of a product or user that does not exist says so', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/admin/product/nothing/edit')
  await expect(page.getByText('There is no such product')).toBeVisible()
  await page.goto('/admin/user/nobody/edit')
  await expect(page.getByText('There is no such user')).toBeVisible()
})
