/** The parts of the checkout: entries of the history, what was typed, and what is in view. */
import { expect, type Locator, type Page } from '@playwright/test'
import { checkOutAsGuest, COFFEE, declinePayPal, part } from './checkout-steps.ts'
import { newDiscount, newGiftCard } from './codes.ts'
import {
  choosePayPal,
  expectPart,
  goToPayment,
  newEmail,
  openCheckout,
  signInAsNewCustomer,
  typeGuest,
} from './steps.ts'
import { test } from './visitor.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2, exact: true })

test('each part is an entry of the history: Back, Forward and a reload open it with what was typed', async ({
  page,
}) => {
  const email = await checkOutAsGuest(page)
  await expect(heading(page, 'Payment')).toBeFocused()
  await expect(part(page, 'Contact')).toContainText(email)
  await expect(part(page, 'Delivery')).toContainText('145 Church Street NE, Vienna, VA 22180')
  await expect(page.getByLabel('City')).toHaveCount(0)

  // The part before was opened with contact and delivery together.
  await page.goBack()
  await expectPart(page, 'contact')
  await expect(heading(page, 'Contact')).toBeFocused()
  for (const reload of [false, true]) {
    if (reload) await page.reload()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
    await expect(page.getByLabel('City')).toHaveValue('Vienna')
  }
  await page.goForward()
  await expectPart(page, 'payment')
  await page.reload()
  await expectPart(page, 'payment')

  const edit = page.getByRole('button', { name: 'Edit delivery' })
  await expect(edit).toHaveAttribute('aria-expanded', 'false')
  await edit.press('Enter')
  await expectPart(page, 'delivery')
  await expect(heading(page, 'Delivery')).toBeFocused()
  await expect(part(page, 'Contact')).toContainText(email)
  await page.getByRole('button', { name: 'Edit contact' }).press('Enter')
  await expectPart(page, 'contact')
  await expect(page.getByLabel('City')).toHaveCount(0)
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await page.goBack()
  await expectPart(page, 'delivery')
  await page.goBack()
  await expectPart(page, 'payment')
  await expect(part(page, 'Contact')).toContainText('Ada Lovelace')
})

test('a part cannot be skipped by its address, and the addresses of earlier screens lead to their parts', async ({
  page,
}) => {
  await openCheckout(page, COFFEE)
  await expectPart(page, 'contact')
  for (const path of ['/checkout#payment', '/placeorder', '/payment', '/shipping']) {
    await page.goto('/favicon.svg')
    await page.goto(path)
    await expectPart(page, 'contact')
    // A guest's contact and delivery are open together at first.
    await expect(page.getByLabel('City')).toBeVisible()
  }
  await typeGuest(page, newEmail())
  await goToPayment(page)
  for (const [path, to] of [
    ['/placeorder', 'payment'],
    ['/payment', 'payment'],
    ['/shipping', 'delivery'],
  ] as const) {
    await page.goto(path)
    await expectPart(page, to)
  }
  // In the browser too: a sign-in that was opened before.
  await page.goto('/login?redirect=/placeorder')
  await signInAsNewCustomer(page)
  await page.goto('/login?redirect=/placeorder')
  await expectPart(page, 'payment')
})

test('errors of closed parts open them, and the first wrong field has the focus', async ({ page }) => {
  await checkOutAsGuest(page)
  await expect(page.locator('paypal-button')).toBeVisible()
  await page.evaluate(() =>
    globalThis.localStorage.setItem('guest', JSON.stringify({ name: 'Ada', email: 'ada@example' })),
  )
  await page.reload()
  await expectPart(page, 'contact')
  await page.getByRole('button', { name: 'Continue' }).click()
  const email = page.getByLabel('Email', { exact: true })
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(/Enter your email, such as/)
  await email.fill(newEmail())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectPart(page, 'payment')

  // The server refuses what the browser accepts.
  await page.route(
    '**/api/orders',
    (route) =>
      route.fulfill({
        status: 400,
        json: { message: 'Enter a valid email', fields: { 'guest.email': 'Enter a valid email' } },
      }),
    { times: 1 },
  )
  await page.locator('paypal-button').click()
  await expectPart(page, 'contact')
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(/Enter a valid email/)
})

test('an address that was typed and left by Back is kept, and not used before it is checked', async ({
  page,
}) => {
  await checkOutAsGuest(page)
  await page.getByRole('button', { name: 'Edit delivery' }).click()
  await page.getByLabel('Address', { exact: true }).fill('12 Light Street')
  await page.goBack()
  await expectPart(page, 'payment')
  const delivery = part(page, 'Delivery')
  await expect(delivery).toContainText('145 Church Street NE')
  await expect(delivery).toContainText('You typed another address, which is not checked yet')
  await page.locator('paypal-button').click()
  await expectPart(page, 'delivery')
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('12 Light Street')
  await page.goBack()
  await page.getByRole('button', { name: 'Keep the one above' }).click()
  await expect(delivery).not.toContainText('another address')
  await choosePayPal(page, 'pay')
  await expect(page.getByText('145 Church Street NE')).toBeVisible()
})

const top = async (target: Locator) => (await target.boundingBox())?.y ?? 0

for (const size of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`at ${size.width} px, the total and a button to pay are in view once everything is filled in`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await checkOutAsGuest(page)
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload()
      await expect(page.locator('paypal-button')).toBeInViewport({ ratio: 0.99 })
      await expect(page.getByText('To pay', { exact: true }).locator('..')).toBeInViewport({ ratio: 0.99 })
      const order = page.getByRole('complementary', { name: 'Your order' })
      const total = order
        .getByText(/^\$\d+\.\d\d$/)
        .filter({ visible: true })
        .last()
      await expect(total).toBeInViewport({ ratio: 0.99 })
    }
    const distance = async () =>
      (await top(page.locator('paypal-button'))) - (await top(page.getByText('To pay', { exact: true })))
    const before = await distance()
    await declinePayPal(page)
    await expect(page.getByText('PayPal declined')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('timer')).toBeInViewport({ ratio: 1 })
    await expect(page.locator('paypal-button')).toBeInViewport({ ratio: 0.99 })
    // The pressed button has not moved.
    expect(await distance()).toBeCloseTo(before, 0)
  })

test('a refusal of the shop is shown also if the pressed button is far below it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await checkOutAsGuest(page)
  await expect(page.locator('venmo-button')).toBeVisible()
  await page.route('**/api/orders', (route) =>
    route.fulfill({ status: 409, json: { message: 'Only one bag is left', code: 'stock' } }),
  )
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Pay with Google Pay' }).scrollIntoViewIfNeeded()
  await page.locator('venmo-button').click()
  const window = await opened
  await expect(page.getByText('Only one bag is left')).toBeInViewport({ ratio: 1 })
  await expect.poll(() => window.isClosed()).toBe(true)
})

test('who has an account after all does not type name and email again', async ({ page }) => {
  const email = newEmail()
  await openCheckout(page, COFFEE)
  await typeGuest(page, email)
  const form = page.locator('details[open]')
  await page.getByText('I have an account').click()
  await expect(form.getByLabel('Email')).toHaveValue(email)
  await page.getByText('Make an account first').click()
  await expect(form.getByLabel('Email')).toHaveValue(email)
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Ada Byron')
})

test('scripts of payments are requested only for the payment, and not if gift cards pay all of it', async ({
  page,
}) => {
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname, hostname } = new URL(request.url())
    if (pathname.startsWith('/sandbox/') || hostname !== 'localhost') requested.push(pathname)
  })
  await openCheckout(page, COFFEE)
  await typeGuest(page, newEmail())
  await page.getByText('Pick up at the bar', { exact: true }).click()
  await page.waitForLoadState('networkidle')
  expect(requested).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('paypal-button')).toBeVisible()
  expect(requested).not.toEqual([])

  const { code } = await newGiftCard(newEmail(), 200)
  await page.getByText('Pay with a gift card').click()
  await page.getByLabel('Code of the gift card').fill(code)
  await page.getByRole('button', { name: 'Use this card' }).click()
  const place = page.getByRole('button', { name: 'Place order' })
  await expect(place).toBeVisible()
  await expect(page.locator('paypal-button')).toHaveCount(0)
  requested.length = 0
  await page.reload()
  await expect(place).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(requested).toEqual([])
  await place.press('Enter')
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(/^Order \S+, paid$/)
})

test('a new total is shown at once, and announced', async ({ page }) => {
  const code = await newDiscount('TELL')
  await checkOutAsGuest(page)
  const due = page.getByText('To pay', { exact: true }).locator('..')
  const before = await due.innerText()
  await page.getByText('Have a discount code?').click()
  await page.getByLabel('Discount code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(due).not.toHaveText(before, { useInnerText: true })
  const after = /\$\d+\.\d\d/.exec(await due.innerText())?.[0]
  await expect(page.locator('output').filter({ hasText: `Total ${after}.` })).toBeAttached()
})
