import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import {
  addFromPage,
  addFromSearch,
  addToCart,
  fillCart,
  waitForHydration,
  movePointerAway,
} from './steps.ts'
import { test as visitor } from './visitor.ts'

test('the cart is stored with the required fields and is the same in two tabs', async ({ page, context }) => {
  await addFromPage(page, 'huila', 2)
  const cart = await page.evaluate(() => JSON.parse(localStorage.getItem('cart')!))
  expect(cart).toMatchObject({
    paymentMethod: 'PayPal',
    itemsPrice: '35.00',
    shippingAddress: {},
    shippingQuote: {},
  })
  for (const gone of ['user', 'rating', 'numReviews', 'reviews'])
    expect(cart.cartItems[0]).not.toHaveProperty(gone)

  const other = await context.newPage()
  await other.goto('/cart')
  await other.getByRole('button', { name: /Remove Colombia/ }).click()
  await expect(other.getByText('Your cart is empty.', { exact: true })).toBeVisible()
  await expect(page.getByText('Your cart is empty.', { exact: true })).toBeVisible()
})

test('opening the cart compares its prices and stock with the shop', async ({ page }) => {
  // The test changes the price on another page, because the cart page would correct it at once.
  await page.goto('/favicon.svg')
  await fillCart(page, 'boquete')
  await page.evaluate(() => {
    const cart = JSON.parse(localStorage.getItem('cart')!)
    cart.cartItems[0].price = 40
    cart.cartItems[0].qty = 500
    localStorage.setItem('cart', JSON.stringify(cart))
  })
  await page.goto('/cart')
  await expect(page.getByText(/now \$42\.00, was \$40\.00/).first()).toBeVisible()
  await expect(page.getByText(/only \d+ left/).first()).toBeVisible()
})

test('invalid data in local storage is an empty cart', async ({ page }) => {
  await page.goto('/favicon.svg')
  await page.evaluate(() => localStorage.setItem('cart', '{"cartItems": 7'))
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty.', { exact: true })).toBeVisible()
})

test('a cleared cart shows no prices, while the last prices stay in local storage', async ({ page }) => {
  await addToCart(page, 'huila', 2)
  await expect(page.getByText('Subtotal [2]', { exact: false })).toBeVisible()
  // Simulates the cart after a purchase: it has no items, and its prices are not recomputed.
  await page.goto('/favicon.svg')
  await page.evaluate(() => {
    const cart = JSON.parse(localStorage.getItem('cart')!)
    localStorage.setItem('cart', JSON.stringify({ ...cart, cartItems: [], shippingQuote: {} }))
  })
  await page.goto('/cart')
  const main = page.getByRole('main')
  await expect(main.getByText('Your cart is empty.', { exact: true })).toBeVisible()
  await expect(main.getByText('Subtotal')).toHaveCount(0)
  // The only prices are those of the coffees to begin with.
  await expect(main.getByText('$35.00')).toHaveCount(0)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cart')!).itemsPrice)).toBe('35.00')
})

visitor('without local storage the shop works, and the cart lasts as long as the page', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('Forbidden', 'SecurityError')
      },
    }),
  )
  await page.goto('/')
  await waitForHydration(page)
  await addFromSearch(page, 'huila')
  await expect(page.getByLabel(/^Quantity of Colombia/)).toBeVisible()
  await page.getByRole('button', { name: /^Remove Colombia/ }).click()
  await expect(page.getByText('Your cart is empty.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Your cart is empty.', { exact: true })).toBeVisible()
})

test('shop, search and product can be read without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/shop')
  // Without scripts, the header opens over the page while a pointer rests on it.
  await movePointerAway(page)
  await expect(page.locator('main a[href^="/product/"]').first()).toBeVisible()
  await page.getByLabel('Search the shop').fill('decaf')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/search\/decaf/)
  await page.locator('main a[href^="/product/"]').first().click()
  await expect(page.getByText('Night Frame', { exact: false }).first()).toBeVisible()
  await context.close()
})

test('Start over returns the cart to the lines with which the page was opened', async ({ page }) => {
  await addToCart(page, 'kenya', 2)
  const start = page.getByRole('button', { name: 'Start over' })
  await expect(page.getByRole('heading', { name: 'Subtotal [2]' })).toBeVisible()
  await expect(start).toHaveCount(0)
  await page.getByLabel(/^Quantity of/).selectOption('3')
  await start.click()
  await expect(page.getByRole('heading', { name: 'Subtotal [2]' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Shopping cart' })).toBeFocused()
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('Your cart is empty.', { exact: true })).toBeVisible()
  await start.click()
  await expect(page.getByRole('heading', { name: 'Subtotal [2]' })).toBeVisible()
})

const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout' })
const total = (page: Page, text: string) => page.getByText(text, { exact: true }).filter({ visible: true })

visitor('at 1440 by 900, total and Proceed are above the fold with two lines', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await fillCart(page, 'huila')
  await addToCart(page, 'mug')
  await expect(proceed(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: 'Subtotal [2]' })).toBeInViewport({ ratio: 1 })
  const { y, height } = (await proceed(page).boundingBox())!
  expect(y + height).toBeLessThan(600)
  for (const optional of ['Have a discount code?', 'ZIP code for shipping'])
    expect((await page.getByText(optional).boundingBox())!.y).toBeGreaterThan(y + height)
})

for (const [width, height] of [
  [390, 844],
  [820, 1180],
] as const)
  visitor(
    `at ${width} by ${height}, a bar keeps total and Proceed in view and covers nothing`,
    async ({ page }) => {
      await page.setViewportSize({ width, height })
      for (const keyword of ['huila', 'kenya', 'haraz', 'guji', 'tarrazu']) await fillCart(page, keyword)
      await addToCart(page, 'mug')
      const button = proceed(page)
      await expect(button).toHaveCount(1)
      for (const distance of [0, 200, 200]) {
        await page.mouse.wheel(0, distance)
        await expect(button).toBeInViewport({ ratio: 1 })
      }
      await expect(total(page, '$22.00').first()).toBeVisible()
      const bar = button.locator('..')
      await expect(bar).toContainText(/^\$[\d.]+Subtotal/)
      expect((await bar.boundingBox())!.y + (await bar.boundingBox())!.height).toBe(height)

      // A focused element is never under the bar (WCAG 2.4.11).
      const controls = page
        .getByRole('main')
        .locator('a, button, select, input, summary')
        .filter({ visible: true })
      for (const control of await controls.all()) {
        await control.focus()
        const isInBar = (await control.textContent())?.startsWith('Proceed')
        const [box, cover] = [(await control.boundingBox())!, (await bar.boundingBox())!]
        if (!isInBar) expect(box.y + box.height).toBeLessThanOrEqual(cover.y)
      }
      await page.getByRole('contentinfo').getByText('© Frame Roasters').scrollIntoViewIfNeeded()
      const [end, cover] = [await page.getByText('Email me this cart').boundingBox(), await bar.boundingBox()]
      expect(end!.y + end!.height).toBeLessThan(cover!.y)
      expect(cover!.y + cover!.height).toBeLessThan((await page.getByRole('contentinfo').boundingBox())!.y)
      await expectAccessible(page, 'cart with a bar')
      await button.press('Enter')
      await expect(page).toHaveURL(/\/checkout#contact$/)
    },
  )

visitor('a sold-out line switches off the button of the bar, which says why', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await fillCart(page, 'huila')
  await page.route('**/api/products/*', async (route) => {
    const answer = await route.fetch()
    const product = await answer.json()
    const sizes = product.sizes.map((size: object) => ({ ...size, countInStock: 0 }))
    await route.fulfill({ json: { ...product, countInStock: 0, sizes } })
  })
  await page.goto('/cart')
  await expect(proceed(page)).toBeDisabled()
  await expect(proceed(page).locator('..')).toContainText('Sold out: remove it')
})

visitor(
  'an empty cart shows coffees before the scripts have loaded, and a cart with goods does not',
  async ({ page }) => {
    const isEmpty = page.getByText('Your cart is empty.')
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/cart')
    await expect(isEmpty).toBeVisible()
    await expect(page.getByRole('list').filter({ hasText: 'Ethiopia Guji' })).toBeVisible()
    await page.unroute('**/assets/*.js')
    await fillCart(page, 'huila')
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/cart')
    await expect(page.getByRole('heading', { name: 'Shopping cart' })).toBeVisible()
    await expect(isEmpty).toBeHidden()
  },
)
