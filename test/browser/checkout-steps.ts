/** Steps at the checkout that several specs share: filling it in, the order that it has placed, and what was charged. */
import { expect, type Page } from '@playwright/test'
import { payButton } from './pay.ts'
import {
  choosePayPal,
  expectPart,
  goToPayment,
  newEmail,
  openCheckout,
  signInAsNewCustomer,
  typeGuest,
} from './steps.ts'

/** A coffee of which the shop has many bags, because these tests order without paying. */
export const COFFEE = 'huila'

/** A guest fills in everything, and sees the ways to pay. Returns the email address. */
export async function checkOutAsGuest(page: Page, keyword = COFFEE, email = newEmail()): Promise<string> {
  await openCheckout(page, keyword)
  await typeGuest(page, email)
  return seePayment(page, email)
}

/** A new customer does the same, signed in. Returns the email address. */
export async function checkOutSignedIn(page: Page, keyword = COFFEE): Promise<string> {
  const email = await signInAsNewCustomer(page)
  await openCheckout(page, keyword)
  return seePayment(page, email)
}

async function seePayment(page: Page, email: string): Promise<string> {
  await goToPayment(page)
  await expect(payButton(page, 'paypal')).toBeVisible()
  return email
}

export const part = (page: Page, name: 'Contact' | 'Delivery' | 'Payment') =>
  page.getByRole('region', { name, exact: true })

/** Waits until the payment is open, with everything that was typed before it. */
export async function expectKept(page: Page, email: string): Promise<void> {
  await expectPart(page, 'payment')
  await expect(part(page, 'Contact')).toContainText(email)
  await expect(part(page, 'Delivery')).toContainText('145 Church Street NE, Vienna, VA 22180')
}

export async function declinePayPal(page: Page): Promise<void> {
  await choosePayPal(page, 'decline')
  await expect(page.getByText('PayPal declined this card or account. Please try another one')).toBeVisible()
}

/** The id of the order that this browser has placed and not paid. */
export const placedOrder = (page: Page) =>
  page.evaluate<string>('JSON.parse(localStorage.getItem("placedOrder")).id')

/** An order, read with the session of this browser, or with the link of a guest that it has. */
export async function readOrder(page: Page, id: string) {
  const links = await page.evaluate<Record<string, string>>(
    'JSON.parse(localStorage.getItem("guestLinks") ?? "{}")',
  )
  const answer = await page.request.get(`/api/orders/${id}`, { headers: { 'x-guest-link': links[id] ?? '' } })
  return answer.json()
}

/** Counts from now on what this page orders, the payments that it opens, and those that PayPal has captured. */
export function countPayments(page: Page) {
  const payments: Promise<string>[] = []
  let orders = 0
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.request().method() !== 'POST' || !response.ok()) return
    if (pathname === '/api/orders') orders++
    if (/^\/api\/(express|orders\/[^/]+\/paypal)$/.test(pathname))
      payments.push(response.json().then(({ orderId }) => orderId))
  })
  return {
    orders: () => orders,
    opened: () => payments.length,
    /** The window of a captured payment says that it is complete. */
    captured: async (): Promise<number> => {
      const ids = new Set(await Promise.all(payments))
      const windows = [...ids].map(async (id) => {
        const answer = await page.request.get(`/sandbox/paypal/checkoutnow?token=${id}`)
        return answer.text()
      })
      return (await Promise.all(windows)).filter((html) => html.includes('This payment is complete')).length
    },
  }
}

/** The buyer is on the order's page, is thanked, and has paid once. */
export async function expectPaidOnce(page: Page, counted: ReturnType<typeof countPayments>): Promise<void> {
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
  expect(await counted.captured()).toBe(1)
  expect(await page.evaluate('JSON.parse(localStorage.getItem("cart") ?? "{}").cartItems ?? []')).toEqual([])
}
