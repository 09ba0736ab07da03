/** Codes that are typed but not applied when the buyer goes on. */
import { expect } from '@playwright/test'
import { newDiscount, newGiftCard } from './codes.ts'
import { addToCart, choosePayPal, expectAt, expectPart, newEmail, typeGuest } from './steps.ts'
import { test } from './visitor.ts'

test('a typed discount code is applied by Proceed to Checkout, and a wrong one stops there with the focus on its field', async ({
  page,
}) => {
  const code = await newDiscount('TYPED')
  await addToCart(page, 'kenya')
  await page.getByText('Have a discount code?').click()
  const field = page.getByLabel('Discount code')
  await field.fill('nothing-such')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(field).toBeFocused()
  await expectAt(page, '/cart')
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('We do not know this code')
  await field.fill(code)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expectPart(page, 'contact')
  await expect(page.getByText(`Discount, ${code}`)).toBeVisible()
})

test('typed codes of a discount and a gift card are applied by the press that pays, and a wrong one places no order', async ({
  page,
}) => {
  const email = newEmail()
  const { code: card } = await newGiftCard(email)
  const code = await newDiscount('PLACE')
  await addToCart(page, 'kenya')
  await page.goto('/checkout')
  await typeGuest(page, email)
  await page.getByText('Pick up at the bar', { exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectPart(page, 'payment')
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/orders')) requests.push(request.url())
  })

  await page.getByText('Pay with a gift card').click()
  const pages = page.context().pages().length
  const field = page.getByLabel('Code of the gift card')
  await field.fill('2222 2222 2222 2222')
  // Folded away with its text.
  await page.getByText('Pay with a gift card').click()
  await page.locator('paypal-button').click()
  await expect(page.getByText('We have no gift card with this code')).toBeVisible()
  // The window that opened with the press is closed again.
  await expect.poll(() => page.context().pages().length).toBe(pages)
  await expect(field).toBeFocused()
  await expectPart(page, 'payment')
  expect(requests).toEqual([])

  await field.fill(card)
  await page.getByText('Have a discount code?').click()
  await page.getByLabel('Discount code').fill(code)
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByText(`Discount, ${code}`)).toBeVisible()
  await expect(page.getByText(/^Gift cards?/).first()).toBeVisible()
})

test('a typed code that does not lower the total is applied, and the buyer is asked to check the total', async ({
  page,
}) => {
  const code = await newDiscount('LARGE', { minimum: 500 })
  await addToCart(page, 'kenya')
  await page.goto('/checkout')
  await typeGuest(page, newEmail())
  await page.getByText('Pick up at the bar', { exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectPart(page, 'payment')
  await page.getByText('Have a discount code?').click()
  await page.getByLabel('Discount code').fill(code)
  await page.locator('paypal-button').click()
  await expect(page.getByText('Your code was applied. Please check the total')).toBeVisible()
  await expect(page.getByText(/Add \$\d+\.\d\d to use it/)).toBeVisible()
  await expectPart(page, 'payment')
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
})

test('codes that are typed and not applied stay after a reload of cart and checkout', async ({ page }) => {
  await addToCart(page, 'kenya')
  await page.getByText('Have a discount code?').click()
  await page.getByLabel('Discount code').fill('NOT-YET')
  await page.reload()
  await expect(page.getByLabel('Discount code')).toHaveValue('NOT-YET')
  await expect(page.getByLabel('Discount code')).toBeVisible()

  await page.goto('/checkout')
  await expect(page.getByLabel('Discount code')).toHaveValue('NOT-YET')
  await page.getByText('Pay with a gift card').click()
  await page.getByLabel('Code of the gift card').fill('2222 3333')
  await page.reload()
  await expect(page.getByLabel('Code of the gift card')).toHaveValue('2222 3333')
  await expect(page.getByLabel('Code of the gift card')).toBeVisible()
  await expect(page.getByLabel('Discount code')).toHaveValue('NOT-YET')

  await page.getByLabel('Code of the gift card').fill('')
  await page.reload()
  await expect(page.getByLabel('Code of the gift card')).toBeHidden()
})
