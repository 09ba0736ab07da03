/** Lost connections, ended sessions, other tabs, and long words. */
import { expect, test, type Page } from '@playwright/test'
import { callApi, placePaidOrder, newBuyer } from './by-api.ts'
import {
  addShownToCart,
  BUYER,
  choosePayPal,
  expectAt,
  expectPart,
  goToPayment,
  newEmail,
  openCheckout,
  register,
  signInAsNewCustomer,
  signInByApi,
  fillSignIn,
} from './steps.ts'
import { asOwner } from './owner.ts'
import { createProduct, uniqueName } from './products.ts'
import { test as visitor } from './visitor.ts'

test('an offline visitor who clicks sees a message, and nothing is ordered later without another click', async ({
  page,
  context,
}) => {
  await registerAndCheckOut(page)
  const pay = page.locator('paypal-button')
  await expect(pay).toBeVisible()
  await context.setOffline(true)
  await pay.click()
  await expect(page.getByText('pressing again cannot order twice')).toBeVisible()
  await context.setOffline(false)
  await page.goBack()
  await expectPart(page, 'delivery')
  await page.waitForLoadState('networkidle')
  const { orders } = await (await page.request.get('/api/orders/mine')).json()
  expect(orders).toEqual([])
  await page.goForward()
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
})

visitor('a buyer with too many unpaid goods sees the reason and a link to change it', async ({ page }) => {
  await registerAndCheckOut(page)
  const main = page.getByRole('main')
  const pay = page.locator('paypal-button')
  await expect(pay).toBeVisible()
  const refuse = (json: object) =>
    page.route('**/api/orders', (route) => route.fulfill({ status: 409, json }), { times: 1 })

  const share = 'You can hold 10 of Kenya at most until you pay, so that some are left for others'
  await refuse({ message: share, code: 'share', productId: 'kenya', most: 10 })
  await pay.click()
  await expect(main.getByText(share)).toBeVisible()
  await expect(main.getByRole('link', { name: 'Change it in the cart' })).toHaveAttribute('href', '/cart')

  const unpaid = 'You have 15 orders that are not paid'
  await refuse({ message: unpaid, code: 'unpaid' })
  await pay.click()
  await expect(main.getByText(unpaid)).toBeVisible()
  await main.getByRole('link', { name: 'See your orders' }).click()
  await expectAt(page, '/profile')
})

test('a user who signs in after another one sees none of their data, in any tab', async ({
  page,
  context,
}) => {
  const first = await newBuyer('First Person')
  const order = await first.order()
  await signInByApi(page, first.email)
  await page.goto(`/order/${order}`)
  await expect(page.getByText(first.email)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await other.evaluate('fetch("/api/users/logout", { method: "POST" })')
  await other.evaluate('localStorage.removeItem("userInfo")')
  await expectAt(page, '/login')
  await other.goto('/register')
  await register(other, newEmail(), 'Second Person')
  await expectAt(page, `/order/${order}`)
  await expect(page.getByText('No such order')).toBeVisible()
  await expect(page.getByText(first.email)).toHaveCount(0)
})

test('an unsent review stays in the form when the session ends, and long words wrap', async ({ page }) => {
  // Both have bought the same product, so both have the form.
  const { email, productId } = await placePaidOrder('Ada Byron')
  const somebodyElse = await placePaidOrder('Grace Hopper')
  await signInByApi(page, email)
  const { slug } = await callApi(page.request, 'GET', `/api/products/${productId}`)
  const path = `/product/${slug}`
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(path)
  await page.getByLabel('Rating').selectOption('4')
  await page.getByLabel('Comment').fill(`Like ${'x'.repeat(300)}`)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Post review' }).click()
  for (const who of [somebodyElse.email, email]) {
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await fillSignIn(page, who, BUYER.password)
    await expectAt(page, path)
    if (who === email) break
    await expect(page.getByLabel('Comment')).toHaveValue('')
    await page.context().clearCookies()
    await page.evaluate(() => globalThis.localStorage.removeItem('userInfo'))
    await page.reload()
  }
  await expect(page.getByLabel('Comment')).toHaveValue(/^Like x/)
  await expect(page.getByLabel('Rating')).toHaveValue('4')
  await page.getByRole('button', { name: 'Post review' }).click()
  await expect(page.getByText('Review created successfully')).toBeVisible()
  // A product can be reviewed once, so the form is gone.
  await expect(page.getByLabel('Comment')).toHaveCount(0)
  await expect(page.getByText(/^Like x/)).toBeVisible()
  await expectNoOverflow(page)
})

visitor('an order of a buyer with a very long name fits a phone', async ({ page }) => {
  const buyer = await newBuyer('Wolfeschlegelsteinhausenbergerdorff'.repeat(2))
  const order = await buyer.order()
  await signInByApi(page, buyer.email)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/order/${order}`)
  await expect(page.getByText(buyer.name).first()).toBeVisible()
  await expectNoOverflow(page)
})

test('the quantity added to the cart is the shown quantity, even if the stock has decreased', async ({
  page,
}) => {
  // Not one of the demo, which other tests buy.
  const { _id, slug } = await asOwner((request) => createProduct({ request }, uniqueName('Fewer Beans')))
  await page.goto(`/product/${_id}`)
  const qty = page.getByLabel('Qty')
  await qty.selectOption('15')
  // The page asks by the address, the cart by the id.
  await page.route(new RegExp(`/api/products/(${_id}|${slug})$`), async (route) => {
    const product = await (await route.fetch()).json()
    const sizes = product.sizes.map((size: object) => ({ ...size, countInStock: 5 }))
    await route.fulfill({ json: { ...product, countInStock: 5, sizes } })
  })
  // The window is refreshed when it gets the focus again.
  await expect(async () => {
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))')
    await expect(page.getByText('Only 5 left')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await expect(qty).toHaveValue('5')
  await addShownToCart(page)
  await expect(page.getByText('Subtotal [5]', { exact: false })).toBeVisible()
  // The cart sends the request too, and the page is left before the response.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

visitor('text typed while a message is being sent stays in the form', async ({ page }) => {
  await page.goto('/')
  await page.route('**/send', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    await route.continue()
  })
  const form = page.locator('form[action="/send"]')
  await form.getByLabel('Name').fill('Ada Byron')
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByLabel('Message').fill('First.')
  // A press before hydration is repeated after it, so the request can be later than the press.
  const sending = page.waitForRequest('**/send')
  await form.getByRole('button').click()
  await sending
  await form.getByLabel('Message').fill('First. And a second thought.')
  await expect(form.getByLabel('Name')).toHaveValue('')
  await expect(form.getByLabel('Message')).toHaveValue('First. And a second thought.')
})

visitor('a search for dots opens the shop page', async ({ page, request }) => {
  await page.goto('/shop')
  await page.getByRole('searchbox').fill('..')
  await page.getByRole('button', { name: 'Search' }).click()
  await expectAt(page, '/shop')
  expect((await request.get('/search?keyword=..')).url()).toMatch(/\/shop$/)
})

visitor('after an order is canceled by keyboard the focus is on the result', async ({ page }) => {
  const buyer = await newBuyer()
  const order = await buyer.order()
  await signInByApi(page, buyer.email)
  await page.goto(`/order/${order}`)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Cancel this order' }).press('Enter')
  await expect(page.getByText('This order was canceled')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Order Summary' })).toBeFocused()
})

/** A new user with a coffee in the cart goes to the last part of the checkout. */
async function registerAndCheckOut(page: Page): Promise<void> {
  await signInAsNewCustomer(page)
  await openCheckout(page, 'tarrazu')
  await goToPayment(page)
}

async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0)
}
