import { expect, test } from '@playwright/test'
import { publicPaths } from '#shared/pages.ts'
import { expectClean } from './clean.ts'
import { addToCart, beCustomer, choosePayPal, expectAt, fillAddress, signInAsOwner } from './steps.ts'

test('axe finds nothing on the screens of a visitor', async ({ page }) => {
  test.setTimeout(300_000)
  const product = await (await page.request.get('/api/products')).json()
  const screens = [
    '/',
    '/shop',
    '/page/2',
    '/search/kenya',
    '/search/nothing-of-that-name',
    '/cart',
    '/login',
    '/register',
  ]
  for (const screen of [...screens, `/product/${product.products[0]._id}`, '/nowhere']) {
    await page.goto(screen)
    await page.waitForLoadState('networkidle')
    await expectClean(page, screen)
  }
})

test('axe finds nothing on the pages about the shop', async ({ page }) => {
  test.setTimeout(300_000)
  for (const screen of publicPaths().filter((path) => path !== '/' && path !== '/shop')) {
    await page.goto(screen)
    await page.waitForLoadState('networkidle')
    await expectClean(page, screen)
  }
})

test('axe finds nothing on the screens of a purchase', async ({ page }) => {
  test.setTimeout(300_000)
  await beCustomer(page, 'Maria Sibylla Merian')
  await addToCart(page, 'haraz')
  await expectClean(page, 'cart with a line')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expectAt(page, '/shipping')
  await expectClean(page, 'shipping')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectClean(page, 'shipping with problems')
  await fillAddress(page)
  const suggestion = page.getByRole('button', { name: /use/i }).first()
  await expect(suggestion.or(page.getByRole('heading', { name: 'Payment Method' }))).toBeVisible()
  if (await suggestion.isVisible()) {
    await expectClean(page, 'suggested address')
    await suggestion.click()
  }
  await expectAt(page, '/payment')
  await expectClean(page, 'payment')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled()
  await expectClean(page, 'place order')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.locator('paypal-button')).toBeVisible()
  await expectClean(page, 'unpaid order')
  await page.setViewportSize({ width: 1440, height: 900 })
  await choosePayPal(page, 'pay')
  await expect(page.getByText(/Paid on/)).toBeVisible()
  await expectClean(page, 'paid order')
  await page.goto('/profile')
  await expect(page.getByRole('main').getByText('$', { exact: false }).first()).toBeVisible()
  await expectClean(page, 'profile')
})

test('axe finds nothing on the admin’s screens', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/admin/orderlist')
  await page.waitForLoadState('networkidle')
  await expectClean(page, 'order list')
  for (const screen of ['/admin/messages', '/admin/mail', '/admin/shipping']) {
    await page.goto(screen)
    await page.waitForLoadState('networkidle')
    await expectClean(page, screen)
  }
})
