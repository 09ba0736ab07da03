/** The checkout in several tabs, after a closed one, and after the session has ended. */
import { expect, test, type Page } from '@playwright/test'
import { METHOD_NAMES, PAY_METHODS } from '#shared/platform/pay-methods.ts'
import { coffeeOfOwn, newBuyer } from './by-api.ts'
import {
  checkOutAsGuest,
  checkOutSignedIn,
  countPayments,
  declinePayPal,
  expectKept,
  expectPaidOnce,
  part,
  placedOrder,
} from './checkout-steps.ts'
import { holdRequests } from './held-requests.ts'
import { payButton, payWith, pressInVain } from './pay.ts'
import { deleteCreated } from './products.ts'
import { BUYER, choosePayPal, expectPart, fillSignIn, newEmail, openCheckout } from './steps.ts'

test.afterAll(deleteCreated)

for (const method of PAY_METHODS)
  test(`if the session ends before or during a payment with ${METHOD_NAMES[method]}, or its tab is closed, nothing is lost and it is paid once`, async ({
    page,
  }) => {
    const coffee = await coffeeOfOwn('Session Bag', { price: 40 })
    const counted = countPayments(page)
    const email = await checkOutSignedIn(page, coffee.name)
    await expect(payButton(page, method)).toBeVisible()
    await page.context().clearCookies()
    await pressInVain(page, method)
    await signInAgain(page, email)
    await expectKept(page, email)

    await endSessionBefore(page, '**/pay')
    await payWith(page, method, 'pay')
    await signInAgain(page, email)
    await expectPaidOnce(page, counted)

    // The tab is closed before the shop has answered.
    await openCheckout(page, coffee.name)
    await expect(payButton(page, method)).toBeVisible()
    const captures = await holdRequests(page, '**/pay')
    await payWith(page, method, 'pay')
    await expect.poll(captures.waiting).toBe(1)
    const id = await placedOrder(page)
    const next = await page.context().newPage()
    await page.close()
    await next.goto('/cart')
    const note = next.getByText(/^Your order \S+ is paid\. Its goods have left your cart/)
    await expect(note).toBeVisible()
    await expect(next.getByText('Your cart is empty')).toBeVisible()
    await note.getByRole('link', { name: 'See your order' }).click()
    await expect(next).toHaveURL(new RegExp(`/order/${id}$`))
    await expect(next.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
    expect(await counted.captured()).toBe(2)
    await next.goto('/checkout')
    await expect(next.getByText('Your cart is empty.')).toBeVisible()
    await expect(note).toHaveCount(0)
  })

/** The checkout says that the buyer was signed out, and shows what was typed. The buyer signs in there. */
async function signInAgain(page: Page, email: string): Promise<void> {
  await expectPart(page, 'contact')
  // Apple's sheet shows its result for a moment.
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(page.getByText('You were signed out. What you typed and your cart are kept')).toBeVisible()
  await expect(part(page, 'Delivery')).toContainText('145 Church Street NE')
  await fillSignIn(page.locator('details[open]'), email, BUYER.password)
}

/** Ends the session when the page sends its next request to these addresses. */
async function endSessionBefore(page: Page, pattern: string): Promise<void> {
  await page.route(
    pattern,
    async (route) => {
      await page.context().clearCookies()
      await route.fulfill({ status: 401, json: { message: 'Please sign in' } })
    },
    { times: 1 },
  )
}

test('if another account signs in after the session has ended, its first press pays', async ({ page }) => {
  await checkOutSignedIn(page)
  const { email } = await newBuyer()
  await page.context().clearCookies()
  await page.locator('paypal-button').click()
  await signInAgain(page, email)
  await expectKept(page, email)
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByText('Payment Successful')).toBeVisible()
})

test('after the session has ended, the buyer can continue without an account', async ({ page }) => {
  await checkOutSignedIn(page)
  await declinePayPal(page)
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
  const email = await checkOutAsGuest(page)
  const other = await page.context().newPage()
  await other.goto('/checkout')
  await expect(other.getByRole('region', { name: 'Contact' })).toContainText(email)
  await other.close()
  await declinePayPal(page)
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

test('while a payment is being confirmed in another tab, nothing can be paid here, and the cart is kept', async ({
  page,
}) => {
  await checkOutSignedIn(page)
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
