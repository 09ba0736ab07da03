/** Payments that fail at the checkout, and what a buyer changes then. Nothing typed is lost, and nothing is paid twice. */
import { expect, type Page } from '@playwright/test'
import { callApi, coffeeOfOwn } from './by-api.ts'
import {
  checkOutAsGuest,
  checkOutSignedIn,
  countPayments,
  declinePayPal,
  placedOrder,
  readOrder,
} from './checkout-steps.ts'
import { newDiscount, newGiftCard } from './codes.ts'
import { holdRequests, loseOneReply } from './held-requests.ts'
import { choosePayPal, expectAt, expectPart, loaded, newEmail } from './steps.ts'
import { test } from './visitor.ts'

test('after a declined card, the goods stay held with their time, and another way to pay pays the same order', async ({
  page,
}) => {
  const counted = countPayments(page)
  await checkOutAsGuest(page)
  await declinePayPal(page)
  const id = await placedOrder(page)
  await expect(page.getByRole('timer')).toHaveText(/^(29|30):/)
  await page.getByRole('button', { name: 'I need more time' }).click()
  await expect(page.getByRole('timer')).toHaveText(/^(59|60):/)
  await expectPart(page, 'payment')
  await expect(page.getByRole('banner').getByRole('link', { name: 'CART' })).toContainText('1')

  // After a reload too.
  await page.reload()
  await expect(page.getByRole('timer')).toHaveText(/^(59|60):/)
  const opened = page.waitForEvent('popup')
  await page.locator('venmo-button').click()
  await (await loaded(opened)).getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page).toHaveURL(new RegExp(`/order/${id}$`))
  await expect(page.getByText('Payment Successful')).toBeVisible()
  expect(counted.orders()).toBe(1)
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

test('a delivery that is changed after a declined card replaces the order, with its codes and cards', async ({
  page,
}) => {
  const code = await newDiscount('ONCE', { total: 1, perPerson: 1 })
  const { code: card } = await newGiftCard(newEmail())
  await checkOutAsGuest(page)
  await page.getByText('Have a discount code?').click()
  await page.getByLabel('Discount code').fill(code)
  await page.getByText('Pay with a gift card').click()
  await page.getByLabel('Code of the gift card').fill(card)
  await declinePayPal(page)
  const first = await placedOrder(page)

  // A reload checks the code and the card again, which the unpaid order uses.
  await page.reload()
  await expect(page.locator('paypal-button')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('button', { name: `Remove the code ${code}` })).toBeVisible()
  await page.getByRole('button', { name: 'Edit delivery' }).click()
  await page.getByText('Pick up at the bar', { exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectPart(page, 'payment')
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
  expect(page.url()).not.toContain(first)
  await expect(page.getByText(`Discount, ${code}`)).toBeVisible()
  await expect(page.getByText('Gift card', { exact: true }).first()).toBeVisible()
  expect(await readOrder(page, first)).toMatchObject({ state: 'cancelled' })
})

test('the last bag, which the own unpaid order holds, is not shown as sold out', async ({ page }) => {
  const { name } = await coffeeOfOwn('Held Bag', { countInStock: 1 })
  await checkOutAsGuest(page, name)
  await declinePayPal(page)
  await page.goto('/cart')
  await expect(page.getByRole('main').getByText(name)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(/sold out/i)).toHaveCount(0)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).first().click()
  await page.getByRole('button', { name: 'Edit contact' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Continue' }).click()
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByText('Ada Lovelace').first()).toBeVisible()
})

test('a double click places and pays one order, and a window that was closed early is not reported as open', async ({
  page,
}) => {
  const counted = countPayments(page)
  await checkOutAsGuest(page)
  const held = await holdRequests(page, '**/api/orders')
  const windows: Page[] = []
  page.on('popup', (window) => windows.push(window))
  await page.locator('paypal-button').dblclick()
  await expect.poll(held.waiting).toBe(1)
  expect(windows).toHaveLength(1)
  await windows[0]!.close()
  await expect(page.getByText('You left PayPal without paying. Nothing was charged')).toBeVisible()
  // A press would do nothing while the order is being placed, so the button is off.
  await expect(page.locator('paypal-button')).toHaveAttribute('disabled')
  await held.release()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(page.getByText('You left PayPal without paying. Nothing was charged')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close the PayPal window' })).toHaveCount(0)
  const id = await placedOrder(page)
  await expect(page.locator('paypal-button')).not.toHaveAttribute('disabled')
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(new RegExp(`/order/${id}$`))
  expect(counted.orders()).toBe(1)
})

test('an order whose reply was lost is not placed twice, and is replaced if the buyer changes something', async ({
  page,
}) => {
  await checkOutSignedIn(page)
  await loseOneReply(page, '**/api/orders')
  await page.locator('paypal-button').click()
  await expect(page.getByText('pressing again cannot order twice')).toBeVisible()
  await page.getByRole('button', { name: 'Edit delivery' }).click()
  await page.getByLabel('This is a gift').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
  const { orders } = await callApi(page.request, 'GET', '/api/orders/mine')
  expect(orders.map(({ state, isGift }: { state: string; isGift: boolean }) => [state, isGift])).toEqual([
    ['paid', true],
    ['cancelled', false],
  ])
})

test('if the unpaid order was closed, the next press places it again', async ({ page }) => {
  await checkOutSignedIn(page)
  await declinePayPal(page)
  const first = await placedOrder(page)
  await callApi(page.request, 'DELETE', `/api/orders/${first}`)
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
  expect(page.url()).not.toContain(first)
  await expect(page.getByText('Payment Successful')).toBeVisible()
})

test('a closed order leads back to the checkout, or puts back what has left the cart', async ({ page }) => {
  await checkOutSignedIn(page)
  await declinePayPal(page)
  const order = await placedOrder(page)
  await callApi(page.request, 'DELETE', `/api/orders/${order}`)
  await page.goto(`/order/${order}`)
  await expect(page.getByRole('link', { name: 'Back to the checkout' })).toHaveAttribute('href', '/checkout')
  await page.goto('/cart')
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('Your cart is empty.', { exact: true })).toBeVisible()
  await page.goto(`/order/${order}`)
  await page.getByRole('button', { name: 'Put these back in the cart' }).click()
  await expectAt(page, '/cart')
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeVisible()
})
