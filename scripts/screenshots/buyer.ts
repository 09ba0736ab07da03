/** The screens of a buyer: the cart, the checkout, the order before and after payment, the profile. */
import { expect } from '@playwright/test'
import {
  acceptSuggestion,
  addFromSearch,
  choosePayPal,
  expectAt,
  expectPart,
  fillAddress,
  newEmail,
  placeUnpaid,
  register,
} from '../../test/browser/steps.ts'
import type { ScreenshotTaker } from './take.ts'

const NAMES = ['cart', 'checkout', 'payment', 'order', 'profile', 'header-user']

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
  await expectPart(page, 'delivery')
  await take(page, { name: 'checkout' })
  await page.getByRole('button', { name: 'Continue' }).click()
  await take(page, { name: 'checkout-problems' })
  await fillAddress(page, '7 Old Boulevrd')
  await take(page, { name: 'checkout-suggestion' })
  await acceptSuggestion(page)
  await expectPart(page, 'payment')
  await expect(page.locator('paypal-button')).toBeVisible()
  await take(page, { name: 'payment' })
  await choosePayPal(page, 'decline')
  await expect(page.getByText('PayPal declined')).toBeVisible()
  await take(page, { name: 'payment-declined' })
  await placeUnpaid(page)
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
