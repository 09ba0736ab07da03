/** Replies that are lost or arrive late, while a visitor goes on: nothing is done twice, undone or lost. */
import { expect, type Page } from '@playwright/test'
import { placePaidOrder, newBuyer } from './by-api.ts'
import { holdRequests } from './held-requests.ts'
import {
  acceptSuggestion,
  expectPart,
  fillAddress,
  fillCart,
  goToPayment,
  loaded,
  newEmail,
  openCheckout,
  signInAsNewCustomer,
  signInByApi,
  typeGuest,
  waitForHydration,
} from './steps.ts'
import { test } from './visitor.ts'

test('an address that is corrected while the shipping price is loading is used', async ({ page }) => {
  await openCheckout(page, 'tarrazu')
  await typeGuest(page, newEmail())
  const quotes = await holdRequests(page, '**/api/shippo/calcship')
  await fillAddress(page)
  await expect.poll(quotes.waiting).toBe(1)
  const state = page.getByLabel('State')
  await state.focus()
  // By keyboard, because only real events of a list show whether a render sets it back.
  await page.keyboard.press('M')
  await expect(state).toHaveValue(/^M/)
  await state.selectOption('VA')
  await page.getByLabel('Address Line 2').fill('Apt 7')
  await quotes.release()
  const button = page.getByRole('button', { name: 'Continue' })
  await expect(button).not.toHaveAttribute('aria-busy')
  await page.waitForLoadState('networkidle')
  await expectPart(page, 'contact')
  await button.click()
  await acceptSuggestion(page)
  await expectPart(page, 'payment')
  await expect(page.getByText('Apt 7')).toBeVisible()
})

test('pickup that is chosen while the shipping price is loading stays chosen', async ({ page }) => {
  await openCheckout(page, 'tarrazu')
  await typeGuest(page, newEmail())
  const quotes = await holdRequests(page, '**/api/shippo/calcship')
  await fillAddress(page)
  await expect.poll(quotes.waiting).toBe(1)
  const pickup = page.getByLabel('Pick up at the bar')
  await page.getByText('Pick up at the bar', { exact: true }).click()
  await expect(pickup).toBeChecked()
  await quotes.release()
  await page.waitForLoadState('networkidle')
  await expectPart(page, 'contact')
  await expect(pickup).toBeChecked()
})

test('what another tab adds to the cart while the order is placed stays in the cart', async ({ page }) => {
  await signInAsNewCustomer(page)
  await openCheckout(page, 'tarrazu')
  await goToPayment(page)
  await expect(page.locator('paypal-button')).toBeVisible()
  const orders = await holdRequests(page, '**/api/orders')
  const opened = page.waitForEvent('popup')
  await page.locator('paypal-button').click()
  await expect.poll(orders.waiting).toBe(1)
  const other = await page.context().newPage()
  await fillCart(other, 'huila')
  await other.close()
  await orders.release()
  await (await loaded(opened)).getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page).toHaveURL(/\/order\//)
  await page.goto('/cart')
  await expect(page.getByRole('main').getByText(/Huila/).first()).toBeVisible()
  await expect(page.getByRole('main').getByText(/Tarrazu|Tarrazú/)).toHaveCount(0)
})

test('a message about an order is confirmed even if the buyer types on while it is sent', async ({
  page,
}) => {
  const { _id, email } = await placePaidOrder('Ada Byron')
  await signInByApi(page, email)
  await page.goto(`/order/${_id}`)
  await page.getByText('Ask about this order').click()
  const question = page.getByLabel('Your question')
  await question.fill('Is it ground?')
  const sent = await holdRequests(page, '**/question')
  await page.getByRole('button', { name: 'Send' }).first().click()
  await expect.poll(sent.waiting).toBe(1)
  await question.fill('Is it ground? And when')
  await sent.release()
  await expect(page.getByText(/message|question/i).and(page.getByRole('status'))).toBeVisible()
  await expect(question).toHaveValue('Is it ground? And when')
})

test('a PayPal window that was closed before the shop answered is not reported as open', async ({ page }) => {
  const buyer = await newBuyer()
  const order = await buyer.order()
  await signInByApi(page, buyer.email)
  await page.goto(`/order/${order}`)
  const pay = page.locator('paypal-button')
  await expect(pay).toBeVisible()
  const starts = await holdRequests(page, '**/paypal')
  const opened = page.waitForEvent('popup')
  await pay.click()
  const window = await opened
  await expect.poll(starts.waiting).toBe(1)
  await window.close()
  await expect(page.getByText('You left PayPal without paying')).toBeVisible()
  const answered = page.waitForResponse('**/paypal')
  await starts.release()
  await answered
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('You left PayPal without paying')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close the PayPal window' })).toHaveCount(0)
})

test('Add to cart in a list says so if its code cannot be loaded, and works after a reload', async ({
  page,
}) => {
  await page.goto('/shop')
  await waitForHydration(page)
  const add = page.getByRole('button', { name: /^Add to cart: / }).first()
  await page.route('**/assets/*.js', (route) => route.abort())
  await add.click()
  await expect(page.getByText(/is not in your cart yet. Reload the page and try again/)).toBeVisible()
  await expect(add).not.toHaveAttribute('aria-busy')
  await page.unroute('**/assets/*.js')
  await page.reload()
  await add.click()
  await expect(page.getByText('1 in your cart')).toBeVisible()
})

test('a grind that is chosen in one tab does not change the one chosen in another', async ({ page }) => {
  const product = await productPage(page)
  await page.goto(product)
  await page.getByLabel('Grind').selectOption('Espresso')
  const other = await page.context().newPage()
  await other.goto(product)
  await expect(other.getByLabel('Grind')).toHaveValue('Espresso')
  await other.getByLabel('Grind').selectOption('French press')
  await other.close()
  await page.getByLabel('Qty').selectOption('2')
  await expect(page.getByLabel('Grind')).toHaveValue('Espresso')
})

async function productPage(page: Page): Promise<string> {
  const { products } = await (await page.request.get('/api/products?keyword=huila')).json()
  return `/product/${products[0]._id}`
}
