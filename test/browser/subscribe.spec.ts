/** Subscribing on a phone: from the product to the paid order. */
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { choosePayPal, expectAt, expectPart, newEmail, typeGuest, waitForHydration } from './steps.ts'
import { test } from './visitor.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a guest subscribes to a coffee, after reading the terms and ticking the box', async ({ page }) => {
  const { products } = await (await page.request.get('/api/products?keyword=ethiopia')).json()
  await page.goto(`/product/${products[0]._id}`)
  await expect(page.getByRole('radio', { name: /^One time/ })).toBeChecked()
  await page.getByRole('radio', { name: /^Subscribe and save 10%/ }).check()
  await page.getByLabel('Every').selectOption('4 weeks')
  const { price } = products[0].sizes.find((size: { countInStock: number }) => size.countInStock > 0)
  const each = `$${(price * 0.9).toFixed(2)}`
  await expect(page.locator('dl strong')).toHaveText(each)
  await expect(page.locator('[class*=buy-bar], [class*=_bar_] strong').first()).toHaveText(each)
  await page.getByRole('main').locator('form').getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByRole('link', { name: 'Go to the cart' }).first().click()
  await expectAt(page, '/cart')
  await expect(page.getByText('Every 4 weeks, 10% off')).toBeVisible()
  const cart = page.getByRole('main')
  await expect(cart.getByRole('listitem').getByText(each, { exact: true })).toHaveCount(2)
  await expect(cart.getByRole('heading', { name: 'Subtotal' })).toContainText(each)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expectPart(page, 'contact')
  await typeGuest(page, newEmail())
  await page.getByText('Pick up at the bar', { exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectPart(page, 'payment')
  await page.getByRole('button', { name: /^Your order, 1 piece/ }).click()
  await expect(page.getByText('Discount, Subscription (10% off)')).toBeVisible()
  await expect(
    page.getByText(/^The first delivery is this order\. The next ones are roasted on/),
  ).toBeVisible()
  const box = page.getByRole('checkbox', { name: /^I agree that .+ charges my saved payment method/ })
  await page.getByRole('button', { name: /^Your order, 1 piece/ }).click()
  await expect(box).not.toBeChecked()
  // Without the consent, a press only asks for it.
  await page.locator('paypal-button').click()
  await expect(box).toBeFocused()
  await expect(box).toHaveAccessibleDescription('Tick this box to subscribe.')
  await box.check()
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
})

test('the page about subscriptions begins one: roaster’s choice in two taps, or one coffee with the chosen weeks', async ({
  page,
}) => {
  await page.goto('/subscribe')
  await waitForHydration(page)
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible()
  await expectAccessible(page, 'subscribe')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('A delivery').selectOption('every 4 weeks')
  // In a shop where other tests sell coffees, any of them.
  await page
    .getByRole('link', { name: /^Subscribe to / })
    .first()
    .click()
  await expect(page.getByRole('radio', { name: /^Subscribe and save 10%/ })).toBeChecked()
  await expect(page.getByLabel('Every')).toHaveValue('4')
  await page.goBack()
  await page.getByRole('button', { name: 'Subscribe to roaster’s choice: Fruity' }).click()
  await expectAt(page, '/cart')
  await expect(page.getByText('Every 2 weeks, 10% off')).toBeVisible()
  await expect(page.getByText('Roaster’s choice, fruity', { exact: false }).first()).toBeVisible()
})
