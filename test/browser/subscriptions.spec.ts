/**
 * A subscription from the sign-up to the cancellation, as a newcomer tries it: with the rehearsal's clock. This test has a
 * shop of its own, because the clock of a shop cannot be moved back.
 */
import { agreementOf } from '#shared/checkout/subscription-terms.ts'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { VIENNA } from '../purchase.ts'
import { expectAccessible } from './axe.ts'
import { jsonOf, useOwnShop } from './own-shop.ts'
import { ADMIN } from './playwright.config.ts'
import { BUYER, newEmail, loaded } from './steps.ts'

const ORIGIN = useOwnShop(7)
const PHONE = { width: 390, height: 844 }

test.use({ baseURL: ORIGIN, viewport: PHONE })

test('a guest subscribes, gets three deliveries, skips one, changes the coffee, fixes a payment, and cancels', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const owner = await (await browser.newContext({ baseURL: ORIGIN })).newPage()
  await openRehearsal(owner)
  await subscribe(page)
  await page.getByRole('link', { name: 'Every week: see and change' }).click()
  await expect(page).toHaveURL(/\/subscriptions\/[^/]+$/)
  await expect(page.getByRole('heading', { name: 'Next delivery' })).toBeVisible()
  await expect(page.getByText(/Changes until .* affect the delivery of/)).toBeVisible()
  await checkAccess(page, 'a subscription')

  const deliveries = page.getByRole('table', { name: 'Deliveries so far' })
  const paid = deliveries.getByText('Paid', { exact: true })
  // On some weekdays, one move of the clock reaches two deliveries.
  await laterUntil(page, owner, 'One week later', async () => (await paid.count()) >= 4)
  expect(await paid.count()).toBeLessThanOrEqual(5)

  await page.getByRole('button', { name: 'Move it' }).click()
  await checkAccess(page, 'the calendar of a delivery')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Skip this delivery' }).click()
  await expect(page.getByText(/^The delivery of .* is skipped/)).toBeVisible()
  await expect(deliveries.getByText('Skipped')).toBeVisible()

  await page
    .getByRole('button', { name: /^Change: / })
    .first()
    .click()
  await page.getByLabel('Coffee', { exact: true }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Changed to /)).toBeVisible()

  await failAndFix(page, owner)
  await failAndSettle(page, owner)

  await page.getByRole('button', { name: 'Cancel the subscription' }).click()
  await expect(page.getByRole('heading', { name: 'Canceled' })).toBeVisible()
  await checkAccess(page, 'a canceled subscription')
  await page.getByLabel('Would you tell us why?').selectOption('too much coffee')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thank you. Your answer helps us to do better.').first()).toBeVisible()
  await owner.context().close()
})

/** Signs the owner in, offers subscriptions, and opens the screen that moves the clock. */
async function openRehearsal(owner: Page): Promise<void> {
  const signedIn = await owner.request.post('/api/users/auth', { data: ADMIN })
  await owner.goto('/favicon.svg')
  await owner.evaluate((text) => localStorage.setItem('userInfo', text), await signedIn.text())
  const settings = await (await owner.request.get('/api/settings/subscribing')).json()
  const saved = await owner.request.put('/api/settings/subscribing', {
    data: { ...settings, isOffered: true },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  await owner.goto('/admin/ending-coffees')
  await expect(owner.getByLabel('Coffee that ends')).toBeVisible()
  await checkAccess(owner, 'ending coffees')
  await owner.goto('/admin/rehearsal')
}

/** Checks the screen at three widths, and goes back to that of a phone. */
async function checkAccess(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, screen)
  await page.setViewportSize(PHONE)
}

async function later(owner: Page, move: 'One day later' | 'One week later'): Promise<void> {
  const before = await owner
    .getByRole('main')
    .getByText(/(ahead|the real time)$/)
    .innerText()
  await owner.getByRole('button', { name: move }).click()
  await expect(owner.getByText(before, { exact: true })).toHaveCount(0)
}

/** Moves the clock until `isShown` is true. How often depends on today's weekday. */
async function laterUntil(
  page: Page,
  owner: Page,
  move: Parameters<typeof later>[1],
  isShown: () => Promise<boolean>,
): Promise<void> {
  for (let moves = 0; moves < 15 && !(await isShown()); moves++) {
    await later(owner, move)
    // Until the delivery is paid or refused, because another move could make a second one.
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Next delivery' })).toBeVisible()
      expect(await page.getByText('Being paid', { exact: true }).count()).toBe(0)
    }).toPass({ timeout: 60_000 })
  }
}

/** Subscribes to a coffee every week as a guest, over the API, and opens the paid order with its link. */
async function subscribe(page: Page): Promise<void> {
  const api = page.request
  const { products } = await jsonOf(api.get('/api/products?keyword=kenya'))
  const orderItems = [{ _id: products[0]._id, qty: 1, subscribe: { weeks: 1 } }]
  const guest = { name: BUYER.name, email: newEmail() }
  const goods = { guest, orderItems, shippingAddress: VIENNA }
  const terms = await jsonOf(api.post('/api/subscriptions/terms', { data: { orderItems } }))
  const { quoteId } = await jsonOf(api.post('/api/shippo/calcship', { data: goods }))
  const consent = agreementOf(terms)
  const order = { ...goods, consent, shippingQuote: { quoteId }, paymentMethod: 'PayPal' }
  const { _id: id, guestLink } = await jsonOf(api.post('/api/orders', { data: order }))
  const headers = { 'x-guest-link': guestLink, 'sec-fetch-site': 'same-origin', origin: ORIGIN }
  const { orderId } = await jsonOf(api.post(`/api/orders/${id}/paypal`, { headers }))
  await jsonOf(api.post(`/sandbox/paypal/checkoutnow/${orderId}/approve`, { headers }))
  await jsonOf(api.put(`/api/orders/${id}/pay`, { headers, data: { id: orderId } }))
  await page.goto(`/order/${id}#${guestLink}`)
}

/** The next charge is declined in PayPal's sandbox. Returns the notice about it. */
async function letFail(page: Page, owner: Page): Promise<Locator> {
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Let the next charges fail' }).click()
  const sandbox = await loaded(opening)
  await sandbox.getByRole('button', { name: 'Decline' }).first().click()
  await expect(sandbox.getByText('The next charges are declined.')).toBeVisible()
  await sandbox.close()
  const failed = page.getByRole('alert').filter({ hasText: 'did not go through' })
  await laterUntil(page, owner, 'One day later', () => failed.isVisible())
  return failed
}

/** The owner tries the payment again at once, and then records that the guest has paid at the bar. */
async function failAndSettle(page: Page, owner: Page): Promise<void> {
  const failed = await letFail(page, owner)
  await owner.goto('/admin/subscription-charges')
  await owner.getByRole('button', { name: /^Retry now/ }).click()
  await expect(owner.getByText(/^It failed again\. The shop tries again on/)).toBeVisible()
  await owner.getByRole('link', { name: /^Settled otherwise/ }).click()
  await owner.getByLabel('Paid with').selectOption('Card machine')
  await owner.getByLabel('Last four digits').fill('4242')
  await owner.getByLabel('Reason').fill('Paid at the bar')
  await expectAccessible(owner, 'the form for a settled payment')
  await owner.getByRole('button', { name: /^Record \$/ }).click()
  await expect(owner.getByText(/^Settled: \$.* with the card machine/)).toBeVisible()
  await expect(owner.getByRole('region', { name: 'Done by staff' })).toContainText('Paid at the bar')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Next delivery' })).toBeVisible()
  await expect(failed).toHaveCount(0)
  await owner.goto('/admin/rehearsal')
}

/** A charge fails. The guest then uses another PayPal account, and it is paid. */
async function failAndFix(page: Page, owner: Page): Promise<void> {
  const failed = await letFail(page, owner)
  await expect(failed.getByRole('link', { name: 'Pay now' })).toBeVisible()
  await checkAccess(page, 'a subscription whose payment failed')
  await failed.getByRole('button', { name: 'Use another payment method' }).click()
  const popup = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Use another PayPal account' }).click()
  await (await loaded(popup)).getByRole('button', { name: 'Agree and save' }).click()
  await expect(page.getByText('The payment is tried again now.')).toBeVisible()
  await later(owner, 'One day later')
  // A job of the shop charges it.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Next delivery' })).toBeVisible()
    expect(await failed.count()).toBe(0)
  }).toPass({ timeout: 60_000 })
  await expect(page.getByRole('table').getByText('Payment failed')).toHaveCount(0)
}
