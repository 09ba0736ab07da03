import { expect } from '@playwright/test'
import { dayOf } from '#shared/kernel/dates.ts'
import { WITH_MOTION } from './motion.ts'
import {
  BUYER,
  addFromPage,
  addFromSearch,
  addToCart,
  signInAsNewCustomer,
  choosePayPal,
  expectAt,
  expectPart,
  goToPayment,
  newEmail,
  register,
  signInAsOwner,
} from './steps.ts'
import { test } from './visitor.ts'

test.use(WITH_MOTION)

test('a visitor buys two coffees, is declined, pays, and the owner delivers', async ({
  page,
  otherPage: owner,
}) => {
  await addFromSearch(page, 'kenya', 2)
  await addFromPage(page, 'tarrazu')
  await expect(page.getByText('Subtotal [3]', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()

  await expectPart(page, 'contact')
  await page.getByText('Make an account first').click()
  await register(page.locator('details', { hasText: 'Make an account first' }), newEmail())
  await expectPart(page, 'delivery')
  await goToPayment(page)

  const main = page.getByRole('main')
  // Two Kenya at $21.00 and one Tarrazú at $18.50: 1% of $60.50 is 61 cents, rounded half up.
  await expect(main.getByText('$60.50').first()).toBeVisible()
  await expect(main.getByText('$0.61')).toBeVisible()
  await expect(main.getByText('no money moves')).toBeVisible()

  await choosePayPal(page, 'cancel')
  await expect(main.getByText('You left PayPal without paying.')).toBeVisible()
  await expect(main.getByText(/We hold your bags for (30:00|29:\d\d)/)).toBeVisible()
  await choosePayPal(page, 'decline')
  await expect(main.getByText('PayPal declined this card or account')).toBeVisible()
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByText('Payment Successful')).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cart')!).cartItems)).toEqual([])
  await expect(main.getByText(/Paid on/)).toBeVisible()
  await expect(main.getByText('Not Delivered')).toBeVisible()

  const orderUrl = page.url()
  // The prices of the purchase stay in local storage, and no page shows them.
  for (const path of ['/cart', '/checkout', '/shipping', '/payment', '/placeorder']) {
    await page.goto(path)
    await expect(main.getByText(/^Your cart is empty\.?$/)).toBeVisible()
    // The empty cart shows coffees to begin with; their prices are those of the shop.
    if (path !== '/cart') await expect(main.getByText('$', { exact: false })).toHaveCount(0)
    await expect(main.getByText(/^(Subtotal|Total)/)).toHaveCount(0)
  }
  await signInAsOwner(owner)
  await owner.goto('/admin/orderlist')
  const row = owner.getByRole('row').filter({ hasText: BUYER.name }).first()
  await expect(row).toContainText(dayOf(new Date()))
  await row.getByRole('link', { name: /details/i }).click()
  await expect(owner).toHaveURL(orderUrl)
  await owner.getByRole('button', { name: 'Mark As Delivered' }).click()
  await expect(owner.getByText('Order delivered')).toBeVisible()

  await page.goto(orderUrl)
  await expect(main.getByText(/Delivered on/)).toBeVisible()
})

test('a payment under review is shown as such, and no second payment is requested', async ({ page }) => {
  await signInAsNewCustomer(page, 'Grace Hopper')
  await addToCart(page, 'brazil')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await goToPayment(page)
  await choosePayPal(page, 'review')
  await expect(page.getByText('PayPal is reviewing this payment')).toBeVisible()
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.locator('paypal-button')).toHaveCount(0)
  // Back does not lead to the checkout, whose cart is empty now.
  await page.goBack()
  await expectAt(page, '/profile')
})
