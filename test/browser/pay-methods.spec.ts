/** An unpaid order is paid with each of the ways to pay. */
import { expect, type Page } from '@playwright/test'
import { METHOD_NAMES, METHOD_NOTES, PAY_METHODS, type PayMethod } from '#shared/platform/pay-methods.ts'
import { callApi } from './by-api.ts'
import { holdRequests } from './held-requests.ts'
import { asOwner } from './owner.ts'
import { answerBank, LEFT, openUnpaid, payButton, payWith, refuseMethods, sheetOf } from './pay.ts'
import { loaded, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

const main = (page: Page) => page.getByRole('main')
const paid = (page: Page) => expect(main(page).getByText(/Paid on/)).toBeVisible()
const notPaid = (page: Page) => expect(main(page).getByText('Not Paid')).toBeVisible()

/** What the order says that it was paid with. */
const PAID_WITH: Record<PayMethod, string> = {
  paypal: 'PayPal',
  card: 'Visa ending in 1881',
  venmo: 'Venmo',
  apple_pay: 'Apple Pay (Visa ending in 4242)',
  google_pay: 'Google Pay (Mastercard ending in 0005)',
  pay_later: 'Pay Later',
}

for (const method of PAY_METHODS) {
  test(`an order is paid with ${METHOD_NAMES[method]}, after it was cancelled and declined`, async ({
    page,
  }) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    // On a phone, most of the buttons are below the first screen. What happens is said where the buyer looks.
    await page.setViewportSize({ width: 390, height: 844 })
    await openUnpaid(page)
    await payWith(page, method, 'cancel')
    await expect(main(page).getByText(LEFT[method])).toBeInViewport({ ratio: 1 })
    await expect(payButton(page, method)).toBeFocused()
    await notPaid(page)
    await payWith(page, method, 'decline')
    await expect(main(page).getByText('PayPal declined this')).toBeInViewport({ ratio: 1 })
    if (method === 'google_pay') {
      // Google's sheet shows the decline and stays open for another card.
      const sheet = sheetOf(page, 'google_pay')
      await expect(sheet.getByText('This card was declined')).toBeVisible()
      await sheet.getByRole('button', { name: /^Pay \$/ }).click()
    } else await payWith(page, method, 'pay')
    await paid(page)
    await expect(page.getByText('Payment Successful')).toBeVisible()
    await expect(main(page).getByText(PAID_WITH[method], { exact: true }).first()).toBeVisible()
    expect(errors).toEqual([])
  })
}

test('an order that was declined with a card is paid with Venmo', async ({ page }) => {
  await openUnpaid(page)
  await payWith(page, 'card', 'decline')
  await expect(main(page).getByText('PayPal declined this')).toBeVisible()
  await payWith(page, 'venmo', 'pay')
  await paid(page)
})

test('a payment is open at a time, and can be closed on the page', async ({ page }) => {
  await openUnpaid(page)
  await payButton(page, 'card').click()
  await expect(sheetOf(page, 'card').getByRole('button', { name: /^Pay \$/ })).toBeVisible()
  for (const other of ['paypal', 'venmo', 'pay_later'] as const)
    await expect(payButton(page, other)).toBeDisabled()
  await page.getByRole('button', { name: 'Close the form for the card' }).click()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(main(page).getByText(LEFT.card)).toBeVisible()
  await expect(payButton(page, 'card')).toBeFocused()
  await payWith(page, 'google_pay', 'pay')
  await paid(page)
})

test.describe('3-D Secure', () => {
  test('with Google Pay is cancelled, is refused by the bank, and succeeds', async ({ page }) => {
    await openUnpaid(page)
    for (const answer of ['Cancel and go back', 'The bank says no'] as const) {
      await payWith(page, 'google_pay', 'challenge')
      await answerBank(page, 'google_pay', answer)
      await expect(main(page).getByText('Your bank did not confirm this payment')).toBeVisible()
      await expect(payButton(page, 'google_pay')).toBeFocused()
      await notPaid(page)
    }
    await payWith(page, 'google_pay', 'challenge')
    await answerBank(page, 'google_pay', 'The bank does not answer')
    await expect(main(page).getByText('nothing was charged')).toBeVisible()
    await notPaid(page)
    await payWith(page, 'google_pay', 'challenge')
    await answerBank(page, 'google_pay', 'Yes, it is me')
    await paid(page)
  })

  test('with a card is cancelled, is refused by the bank, and succeeds', async ({ page }) => {
    await openUnpaid(page)
    await payWith(page, 'card', 'challenge')
    await answerBank(page, 'card', 'Cancel and go back')
    await expect(main(page).getByText(LEFT.card)).toBeVisible()
    for (const answer of ['The bank says no', 'The bank does not answer'] as const) {
      await payWith(page, 'card', 'challenge')
      await answerBank(page, 'card', answer)
      await expect(main(page).getByText('nothing was charged')).toBeVisible()
      await notPaid(page)
    }
    await payWith(page, 'card', 'challenge')
    await answerBank(page, 'card', 'Yes, it is me')
    await paid(page)
  })
})

test('PayPal asks again, and the buyer confirms', async ({ page }) => {
  await openUnpaid(page)
  for (const method of ['paypal', 'apple_pay'] as const) {
    await payWith(page, method, 'challenge')
    await expect(main(page).getByRole('alert')).toBeVisible()
    await notPaid(page)
  }
  await payWith(page, 'paypal', 'pay')
  await paid(page)
})

test('a late answer of PayPal is waited for, and the order is paid once', async ({ page }) => {
  await openUnpaid(page)
  await payWith(page, 'apple_pay', 'slow')
  await expect(main(page).getByText('We are confirming your payment')).toBeVisible()
  await paid(page)
})

test('after a decline that took a while, its reason is in view, and the focus is on the pressed button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openUnpaid(page)
  const captures = await holdRequests(page, '**/api/orders/*/pay')
  await payWith(page, 'pay_later', 'decline')
  // It takes the place of the buttons, and their focus.
  await expect(main(page).getByRole('heading', { name: 'We are confirming your payment' })).toBeFocused()
  await captures.release()
  await expect(payButton(page, 'pay_later')).toBeFocused()
  await expect(main(page).getByText('PayPal declined this')).toBeInViewport({ ratio: 1 })
})

test('two presses at once open one payment', async ({ page }) => {
  await openUnpaid(page)
  const opened: string[] = []
  page.on('request', (request) => {
    if (/\/api\/orders\/[^/]+\/paypal$/.test(request.url())) opened.push(request.url())
  })
  const windows: Page[] = []
  page.on('popup', (popup) => windows.push(popup))
  await payButton(page, 'venmo').dblclick()
  await expect(main(page).getByText('Venmo’s window is open')).toBeVisible()
  expect([opened.length, windows.length]).toEqual([1, 1])
})

test.describe('a shop that PayPal has approved for nothing else', () => {
  test.afterEach(({ page }) => refuseMethods(page, []))

  test('offers PayPal, and loads no script of another method', async ({ page }) => {
    await refuseMethods(page, ['card', 'venmo', 'apple_pay', 'google_pay', 'pay_later'])
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/sandbox/')) scripts.push(new URL(request.url()).pathname)
    })
    await openUnpaid(page)
    await expect(payButton(page, 'paypal')).toBeVisible()
    await expect(main(page).getByRole('list', { name: 'Ways to pay' }).getByRole('listitem')).toHaveCount(1)
    expect(scripts).toEqual(['/sandbox/paypal/web-sdk/v6/core', '/sandbox/paypal/eligible'])
    await payWith(page, 'paypal', 'pay')
    await paid(page)
  })
})

test('a paid order loads no script of a payment', async ({ page }) => {
  const { id } = await openUnpaid(page)
  await payWith(page, 'paypal', 'pay')
  await paid(page)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto(`/order/${id}`)
  await paid(page)
  expect(requested.filter((url) => url.includes('/sandbox/paypal'))).toEqual([])
})

test('each method says what happens after the press, and its button is as large as the others', async ({
  page,
}) => {
  await openUnpaid(page)
  const items = main(page).getByRole('list', { name: 'Ways to pay' }).getByRole('listitem')
  await expect(items).toHaveCount(PAY_METHODS.length)
  for (const [index, method] of PAY_METHODS.entries()) {
    const group = items.nth(index).getByRole('group', { name: METHOD_NAMES[method], exact: true })
    await expect(group).toHaveAccessibleDescription(METHOD_NOTES[method])
    const box = await payButton(page, method).boundingBox()
    expect(Math.round(box?.height ?? 0), method).toBe(48)
  }
})

test('the owner of a test shop sees it before PayPal has approved a method', async ({ page, otherPage }) => {
  await signInAsOwner(otherPage)
  await otherPage.goto('/admin/settings/pay-methods')
  const opened = otherPage.waitForEvent('popup')
  await otherPage.getByRole('link', { name: 'See the shop before PayPal has approved them' }).click()
  const account = await loaded(opened)
  await account.getByRole('button', { name: 'Venmo' }).click()
  await expect(account.getByText('Saved.')).toBeVisible()
  await openUnpaid(page)
  await expect(payButton(page, 'card')).toBeVisible()
  await expect(payButton(page, 'venmo')).toHaveCount(0)
  await account.getByRole('button', { name: 'Venmo', pressed: false }).click()
  await page.reload()
  await expect(payButton(page, 'venmo')).toBeVisible()
})

test('the page of an order says to which card a refund goes', async ({ page }) => {
  const { id } = await openUnpaid(page)
  await payWith(page, 'apple_pay', 'pay')
  await paid(page)
  await asOwner((owner) => callApi(owner, 'POST', `/api/orders/${id}/refund`, { goodwill: 5 }))
  await page.reload()
  await expect(main(page).getByText(/^Refunded \$5\.00 to your Visa ending in 4242 on /)).toBeVisible()
})
