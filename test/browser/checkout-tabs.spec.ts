/** The checkout in several tabs, after a closed one, and after the session has ended. */
import { expect, test, type Page } from '@playwright/test'
import { callApi } from './by-api.ts'
import { holdRequests } from './held-requests.ts'
import {
  BUYER,
  choosePayPal,
  expectPart,
  fillSignIn,
  goToPayment,
  loaded,
  newEmail,
  openCheckout,
  signInAsNewCustomer,
  typeGuest,
} from './steps.ts'

const COFFEE = 'huila'

/** A new customer goes to the payment. Returns the email address. */
async function checkOut(page: Page): Promise<string> {
  const email = await signInAsNewCustomer(page)
  await openCheckout(page, COFFEE)
  await goToPayment(page)
  await expect(page.locator('paypal-button')).toBeVisible()
  return email
}

const placedOrder = (page: Page) =>
  page.evaluate<string>('JSON.parse(localStorage.getItem("placedOrder")).id')

test('after the session has ended, the buyer signs in on the same screen, and nothing is lost', async ({
  page,
}) => {
  const email = await checkOut(page)
  const pages = page.context().pages().length
  await page.context().clearCookies()
  await page.locator('paypal-button').click()
  await expectPart(page, 'contact')
  await expect.poll(() => page.context().pages().length).toBe(pages)
  await expect(page.getByText('You were signed out. What you typed and your cart are kept')).toBeVisible()
  const delivery = page.getByRole('region', { name: 'Delivery' })
  await expect(delivery).toContainText('145 Church Street NE')
  await fillSignIn(page.locator('details[open]'), email, BUYER.password)
  await expectPart(page, 'payment')
  await expect(page.getByRole('region', { name: 'Contact' })).toContainText(email)
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
})

test('after the session has ended, the buyer can continue without an account', async ({ page }) => {
  await checkOut(page)
  await choosePayPal(page, 'decline')
  await expect(page.getByText('PayPal declined')).toBeVisible()
  await page.context().clearCookies()
  await page.locator('paypal-button').click()
  await expectPart(page, 'contact')
  const email = newEmail()
  const contact = page.getByRole('region', { name: 'Contact' })
  await contact.getByLabel('Name', { exact: true }).fill(BUYER.name)
  // The first one is that of the form to sign in.
  await contact.getByLabel('Email', { exact: true }).last().fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectPart(page, 'payment')
  await expect(contact).toContainText(email)
  await choosePayPal(page, 'pay')
  await expect(page.getByText(`This device and the email to ${email}`)).toBeVisible()
})

test('what is typed in one tab is in the other, and an order that is paid there leaves this one’s cart', async ({
  page,
}) => {
  await openCheckout(page, COFFEE)
  const email = newEmail()
  await typeGuest(page, email)
  const other = await page.context().newPage()
  await other.goto('/checkout')
  await expect(other.getByRole('region', { name: 'Contact' })).toContainText(email)
  await other.close()
  await goToPayment(page)
  await choosePayPal(page, 'decline')
  await expect(page.getByText('PayPal declined')).toBeVisible()
  const id = await placedOrder(page)

  const tab = await page.context().newPage()
  await tab.goto(`/order/${id}`)
  await choosePayPal(tab, 'pay')
  await expect(tab.getByText('Payment Successful')).toBeVisible()
  await tab.close()
  // The page learns it when the window gets the focus again.
  await page.bringToFront()
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

test('if the tab is closed after the approval, the cart learns that the order is paid, and says so once', async ({
  page,
}) => {
  await checkOut(page)
  // The browser does not tell the shop.
  const captures = await holdRequests(page, '**/pay')
  const opened = page.waitForEvent('popup')
  await page.locator('paypal-button').click()
  const window = await loaded(opened)
  const closed = window.waitForEvent('close')
  await window.getByRole('button', { name: /^Pay \$/ }).click()
  await closed
  await expect.poll(captures.waiting).toBe(1)
  const id = await placedOrder(page)
  const next = await page.context().newPage()
  await page.close()
  // PayPal's own event tells it, or the shop asks.
  await expect.poll(async () => (await callApi(next.request, 'GET', `/api/orders/${id}`)).isPaid).toBe(true)
  await next.goto('/cart')
  const note = next.getByText(/^Your order \S+ is paid\. Its goods have left your cart/)
  await expect(note).toBeVisible()
  await expect(next.getByText('Your cart is empty')).toBeVisible()
  await note.getByRole('link', { name: 'See your order' }).click()
  await expect(next).toHaveURL(new RegExp(`/order/${id}$`))
  await next.goto('/checkout')
  await expect(next.getByText('Your cart is empty.')).toBeVisible()
  await expect(note).toHaveCount(0)
})

test('while a payment is being confirmed in another tab, nothing can be paid here, and the cart is kept', async ({
  page,
}) => {
  await checkOut(page)
  await choosePayPal(page, 'cancel')
  await expect(page.getByRole('timer')).toBeVisible()
  const id = await placedOrder(page)
  let isConfirming = true
  await page.route(`**/api/orders/${id}`, async (route) => {
    const order = await (await route.fetch()).json()
    const state = isConfirming ? { state: 'capturing', paymentState: 'confirming' } : {}
    await route.fulfill({ json: { ...order, ...state } })
  })
  await page.reload()
  await expect(
    page.getByText(/We are confirming the payment of your order \S+\. Please do not pay/),
  ).toBeVisible()
  await expect(page.locator('paypal-button')).toHaveCount(0)
  isConfirming = false
  await expect(page.locator('paypal-button')).toBeVisible()
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(new RegExp(`/order/${id}$`))
  // The page may be reading the order while the test ends.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
