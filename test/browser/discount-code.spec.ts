/** Discount codes: the owner adds one, and a guest uses it, loses it with a smaller cart, and pays with it. */
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { callApi } from './by-api.ts'
import { asOwner } from './owner.ts'
import {
  addToCart,
  acceptSuggestion,
  choosePayPal,
  expectAt,
  expectPart,
  fillAddress,
  newEmail,
  signInAsOwner,
  typeGuest,
} from './steps.ts'
import { test } from './visitor.ts'

test('the owner adds a code, and a guest applies it, pays with it and sees it on the order', async ({
  page,
  otherPage: owner,
}) => {
  const code = `SPRING${Date.now() % 100_000}`
  await signInAsOwner(owner)
  await owner.goto('/admin/discounts')
  await owner.getByRole('link', { name: 'Add code' }).click()
  await owner.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
  await owner.getByLabel('Takes off').selectOption('Amount')
  await owner.getByLabel('Amount', { exact: true }).fill('5')
  await owner.getByLabel('Smallest order').fill('25')
  await expectAccessible(owner, 'admin discount code')
  await owner.getByRole('button', { name: 'Add', exact: true }).click()
  await expectAt(owner, '/admin/discounts')
  const row = owner.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText('$5.00 off, from $25.00')

  await addToCart(page, 'kenya')
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(page.getByLabel('Discount code')).toBeHidden()
  await page.getByText('Have a discount code?').click()
  await page.getByLabel('Discount code').fill('nothing-such')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(summary).toContainText('We do not know this code. Please check its spelling.')
  await page.getByLabel('Discount code').fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Remove the code ${code}` })).toBeFocused()
  await expect(summary).toContainText(/Add \$\d+\.\d\d to use it\./)
  await page.getByLabel(/^Quantity of/).selectOption('2')
  await expect(summary).toContainText('You save $5.00.')
  await expectAccessible(page, 'cart with a discount code')

  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expectPart(page, 'contact')
  await typeGuest(page, newEmail())
  await fillAddress(page)
  await acceptSuggestion(page)
  await expectPart(page, 'payment')
  const order = page.getByRole('complementary', { name: 'Your order' })
  await expect(order.getByText(`Discount, ${code} ($5.00 off)`).locator('..')).toContainText('−$5.00')
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByText('Payment Successful')).toBeVisible()
  const sum = page.getByText(`Discount, ${code} ($5.00 off)`)
  await expect(sum.locator('..')).toContainText('−$5.00')

  await owner.reload()
  await expect(row).toContainText('$5.00')
  await expect(row.getByRole('cell').nth(2)).toHaveText('1')
})

test('a link applies its code to the cart that is filled later', async ({ page }) => {
  const code = `LINK${Date.now() % 100_000}`
  await asOwner((owner) =>
    callApi(owner, 'POST', '/api/discounts', { code, kind: 'Percentage', percent: 10 }),
  )
  await page.goto(`/shop?code=${code.toLowerCase()}`)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('discountCode'))).toBe(code.toLowerCase())
  await addToCart(page, 'kenya')
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(summary).toContainText(`${code} (10% off)`)
  await page.getByRole('button', { name: `Remove the code ${code}` }).click()
  await expect(summary.getByText('Have a discount code?')).toBeVisible()
  await page.reload()
  await expect(summary.getByText('Have a discount code?')).toBeVisible()
})
