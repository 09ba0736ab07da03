/** The screens of a buyer: the cart, the checkout, the order before and after payment, the profile. */
import { expect } from '@playwright/test'
import {
  acceptSuggestion,
  addFromSearch,
  choosePayPal,
  expectAt,
  fillAddress,
  newEmail,
  register,
} from '../../test/browser/steps.ts'
import type { ScreenshotTaker } from './take.ts'

const NAMES = ['cart', 'shipping', 'payment', 'placeorder', 'order', 'profile', 'header-user']

export async function takeBuyer({ take, takeScenes, visitor, isWanted }: ScreenshotTaker): Promise<void> {
  if (!NAMES.some((name) => isWanted({ name }))) return
  const context = await visitor()
  const page = await context.newPage()
  await page.goto('/register?redirect=/shop')
  await register(page, newEmail(), 'Maria Sibylla Merian')
  await expectAt(page, '/shop')
  for (const keyword of ['huehuetenango', 'guji', 'mug']) await addFromSearch(page, keyword)
  await take(page, { name: 'cart' })
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expectAt(page, '/shipping')
  await take(page, { name: 'shipping' })
  await page.getByRole('button', { name: 'Continue' }).click()
  await take(page, { name: 'shipping-problems' })
  await fillAddress(page, '7 Old Boulevrd')
  await take(page, { name: 'shipping-suggestion' })
  await acceptSuggestion(page)
  await expectAt(page, '/placeorder')
  await page.goto('/payment')
  await expect(page.getByRole('radio', { name: 'PayPal or Credit Card' })).toBeVisible()
  await take(page, { name: 'payment' })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled()
  await take(page, { name: 'placeorder' })
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.locator('paypal-button')).toBeVisible()
  await take(page, { name: 'order-unpaid' })
  await choosePayPal(page, 'pay')
  await expect(page.getByRole('main').getByText(/Paid on/)).toBeVisible()
  await page.getByRole('button', { name: 'Close this notice' }).click()
  await take(page, { name: 'order-paid' })
  await takeScenes(
    [
      { name: 'profile', path: '/profile' },
      { name: 'addresses', path: '/profile/addresses' },
      { name: 'security', path: '/profile/security' },
      { name: 'payment-methods', path: '/profile/payments' },
      { name: 'your-data', path: '/profile/data' },
      { name: 'own-gift-cards', path: '/profile/gift-cards' },
      { name: 'own-subscriptions', path: '/profile/subscriptions' },
    ],
    context,
  )
  await context.close()
}
