/** Express payments whose page is closed or gets no answer, and those of a buyer who has an unpaid order. */
import { expect, type Page } from '@playwright/test'
import { coffeeOfOwn } from './by-api.ts'
import { checkOutAsGuest, declinePayPal, placedOrder } from './checkout-steps.ts'
import { cart, paid, pay, sheetOf, wallet } from './express-steps.ts'
import { holdRequests } from './held-requests.ts'
import { addToCart, expectAt, loaded } from './steps.ts'
import { test } from './visitor.ts'

const inCart = (page: Page) =>
  page.evaluate<number>('JSON.parse(localStorage.getItem("cart")).cartItems.length')

/** Approves in PayPal's window. */
async function approve(page: Page): Promise<void> {
  const opened = page.waitForEvent('popup')
  await wallet(page, 'paypal').click()
  const window = await loaded(opened)
  await expect(pay(window)).toBeEnabled()
  const closed = window.waitForEvent('close')
  await pay(window).click()
  await closed
}

/** The number of payments that express buttons open from now on. */
function countOpened(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/express')) count++
  })
  return () => count
}

test('after the approval in a tab that is closed, the cart buys the goods once, and says so', async ({
  page,
}) => {
  await addToCart(page, 'kenya')
  const held = await holdRequests(page, '**/api/express/*/pay')
  await approve(page)
  await expect.poll(held.waiting).toBe(1)
  const next = await page.context().newPage()
  await page.close()
  await next.goto('/cart')
  await expect(next.getByText(/^Your order \S+ is paid\. Its goods have left your cart/)).toBeVisible()
  await expect(next.getByText('Your cart is empty')).toBeVisible()
  await next.getByRole('link', { name: 'See your order' }).click()
  await paid(next)
  await next.goto('/cart')
  await expect(next.getByText('Your cart is empty')).toBeVisible()
  await expect(next.getByText('Its goods have left your cart')).toHaveCount(0)
})

test('without an answer after the approval, the page says not to pay again, and another press opens the order', async ({
  page,
}) => {
  await addToCart(page, 'kenya')
  const opened = countOpened(page)
  await page.route('**/api/express/*/pay', (route) =>
    route.fulfill({ status: 429, json: { message: 'Please try again in a minute' } }),
  )
  await approve(page)
  await expect(cart(page).getByRole('alert')).toContainText('Please do not pay again')
  await page.unroute('**/api/express/*/pay')
  await wallet(page, 'paypal').click()
  await expect(page).toHaveURL(/\/order\//)
  await paid(page)
  expect([opened(), await inCart(page)]).toEqual([1, 0])
})

test('an express button buys the last bag that the buyer’s own unpaid order holds, which can then no longer be paid', async ({
  page,
}) => {
  const coffee = await coffeeOfOwn('Own last bag', { countInStock: 1 })
  await checkOutAsGuest(page, coffee.name)
  await declinePayPal(page)
  const id = await placedOrder(page)
  await page.goto('/cart')
  await expect(wallet(page, 'paypal')).toBeVisible()
  await approve(page)
  await expect(page).toHaveURL(/\/order\//)
  await paid(page)
  expect(page.url()).not.toContain(id)
  await page.goto(`/order/${id}`)
  await expect(page.getByRole('main').getByText('Canceled').first()).toBeVisible()
})

test('the goods of a declined sheet stay in the cart until their order is paid', async ({ page }) => {
  await addToCart(page, 'kenya')
  await expect(wallet(page, 'apple_pay')).toBeVisible()
  await wallet(page, 'apple_pay').click()
  const sheet = sheetOf(page, 'apple_pay')
  await expect(pay(sheet)).toBeEnabled()
  await sheet.getByRole('button', { name: /^Decline/ }).click()
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByText('Not Paid')).toBeVisible()
  expect(await inCart(page)).toBe(1)
  const opened = page.waitForEvent('popup')
  await page.getByRole('main').getByRole('button', { name: 'Pay with PayPal' }).click()
  await pay(await loaded(opened)).click()
  await paid(page)
  await expect.poll(() => inCart(page)).toBe(0)
})

test('a buyer who leaves the cart while Google Pay is captured is not told that the order is not paid', async ({
  page,
}) => {
  await addToCart(page, 'kenya')
  await expect(wallet(page, 'paypal')).toBeVisible()
  await cart(page).getByRole('button', { name: 'More ways' }).click()
  const held = await holdRequests(page, '**/api/orders/*/pay')
  await wallet(page, 'google_pay').click()
  const sheet = sheetOf(page, 'google_pay')
  await expect(pay(sheet)).toBeEnabled()
  await pay(sheet).click()
  await expect.poll(held.waiting).toBe(1)
  await page.evaluate(`new MutationObserver(() => {
    if (document.body.textContent.includes('without paying')) document.documentElement.dataset.told = ''
  }).observe(document.body, { subtree: true, childList: true, characterData: true })`)
  // The sheet covers the link.
  await page.locator('header a[href="/shop"]').first().dispatchEvent('click')
  await expectAt(page, '/shop')
  await held.release()
  await expect(page).toHaveURL(/\/order\//)
  await paid(page)
  await expect(page.locator('html[data-told]')).toHaveCount(0)
  await page.goto('/cart')
  await expectAt(page, '/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})
