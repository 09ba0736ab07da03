import { expect } from '@playwright/test'
import { publicPaths } from '#shared/platform/pages.ts'
import { expectAccessible } from './axe.ts'
import {
  addToCart,
  signInAsNewCustomer,
  choosePayPal,
  expectPart,
  fillAddress,
  placeUnpaid,
  signInAsOwner,
} from './steps.ts'
import { test } from './visitor.ts'

test('axe finds nothing on the screens of a visitor', async ({ page }) => {
  test.setTimeout(300_000)
  const { products } = await (await page.request.get('/api/products?keyword=kenya')).json()
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
  for (const screen of [...screens, `/product/${products[0]._id}`, '/nowhere']) {
    await page.goto(screen)
    await page.waitForLoadState('networkidle')
    await expectAccessible(page, screen)
  }
})

test('axe finds nothing on the pages about the shop', async ({ page }) => {
  test.setTimeout(300_000)
  for (const screen of publicPaths().filter((path) => path !== '/' && path !== '/shop')) {
    await page.goto(screen)
    await page.waitForLoadState('networkidle')
    await expectAccessible(page, screen)
  }
})

test('axe finds nothing on the screens of a purchase', async ({ page }) => {
  test.setTimeout(300_000)
  await signInAsNewCustomer(page, 'Maria Sibylla Merian')
  await addToCart(page, 'haraz')
  await expectAccessible(page, 'cart with a line')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expectPart(page, 'delivery')
  // The URL changes before the page does. Axe stores the positions of all elements when it needs them first, so it
  // reports links as covered (target-size) if the page changes during the analysis.
  await expect(page.getByLabel('Address', { exact: true })).toBeVisible()
  await expectAccessible(page, 'checkout')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectAccessible(page, 'checkout with problems')
  await fillAddress(page)
  const suggestion = page.getByRole('button', { name: /use/i }).first()
  await expect(suggestion.or(page.locator('#payment[data-open]'))).toBeVisible()
  if (await suggestion.isVisible()) {
    await expectAccessible(page, 'suggested address')
    await suggestion.click()
  }
  await expectPart(page, 'payment')
  await expect(page.locator('paypal-button')).toBeVisible()
  await expectAccessible(page, 'payment')
  await choosePayPal(page, 'decline')
  await expect(page.getByText('PayPal declined this card or account')).toBeVisible()
  await expectAccessible(page, 'declined payment')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^Your order, 1 piece/ }).click()
  await expectAccessible(page, 'order summary on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await placeUnpaid(page)
  await expect(page.locator('paypal-button')).toBeVisible()
  await expectAccessible(page, 'unpaid order')
  await page.setViewportSize({ width: 1440, height: 900 })
  await choosePayPal(page, 'pay')
  await expect(page.getByText(/Paid on/)).toBeVisible()
  await expectAccessible(page, 'paid order')
  await page.goto('/profile')
  await expect(page.getByRole('main').getByText('$', { exact: false }).first()).toBeVisible()
  await expectAccessible(page, 'profile')
})

test('axe finds nothing on the admin’s screens', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/admin/orderlist')
  await page.waitForLoadState('networkidle')
  await expectAccessible(page, 'order list')
  for (const screen of ['/admin/messages', '/admin/mail', '/admin/shipping']) {
    await page.goto(screen)
    await page.waitForLoadState('networkidle')
    await expectAccessible(page, screen)
  }
})
