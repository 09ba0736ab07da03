/** Buying without an account. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { newBuyer } from './by-api.ts'
import { checkOutAsGuest, COFFEE } from './checkout-steps.ts'
import { linkTo } from './mailed-link.ts'
import {
  BUYER,
  addToCart,
  choosePayPal,
  expectAt,
  expectPart,
  goToPayment,
  newEmail,
  openCheckout,
  placeUnpaid,
  signInByApi,
  signOut,
  typeGuest,
  fillSignIn,
} from './steps.ts'
import { test } from './visitor.ts'

/** A guest orders one coffee without paying it. Returns the path of the order's page, which is open then. */
async function orderAsGuest(page: Page, email: string): Promise<string> {
  await checkOutAsGuest(page, COFFEE, email)
  await placeUnpaid(page)
  return new URL(page.url()).pathname
}

test('a guest’s order opens on this device and by the mailed link, and not by its address alone', async ({
  page,
  otherPage: other,
}) => {
  const email = newEmail()
  const path = await orderAsGuest(page, email)
  await expect(page.getByText('Not Paid')).toBeVisible()
  await expectAccessible(page, 'unpaid guest order')
  await page.reload()
  await expect(page.getByText('Not Paid')).toBeVisible()
  await other.goto(path)
  await expectAt(other, '/login')
  await other.goto('/order-links')
  await other.getByLabel('Email').fill(email)
  await other.getByRole('button', { name: 'Send the links' }).click()
  await other.goto(await linkTo(email, 'guest-links'))
  await expect(other.getByText('Not Paid')).toBeVisible()
  // The token is no longer in the address bar, and so not in the history.
  expect(new URL(other.url()).hash).toBe('')
  expect(new URL(other.url()).pathname).toBe(path)
  const urls: string[] = []
  other.on('request', (request) => urls.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await other.reload()
  await expect(other.getByText('Not Paid')).toBeVisible()
  const [token] = Object.values(
    JSON.parse(await other.evaluate<string>('localStorage.getItem("guestLinks")')) as Record<string, string>,
  )
  expect(urls.filter((url) => url.includes(token!))).toEqual([])
})

test('a guest cancels an order and asks about it', async ({ page }) => {
  await orderAsGuest(page, newEmail())
  await page.getByText('Ask about this order').click()
  await page.getByLabel('Your question').fill('Can you grind it?')
  await page.getByRole('button', { name: 'Send the question' }).click()
  await expect(page.getByText('We have your question')).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Cancel this order' }).click()
  await expect(page.getByText('This order was canceled')).toBeVisible()
})

test('a forged link says so and offers a new one, and a link can be removed from the device', async ({
  page,
}) => {
  const email = newEmail()
  const path = await orderAsGuest(page, email)
  // Between two addresses that differ only after #, the browser loads no document.
  await page.goto('/favicon.svg')
  await page.goto(`${path}#zzzzzz.${'A'.repeat(43)}`)
  await expect(page.getByText('This link to an order is not valid')).toBeVisible()
  await expectAccessible(page, 'a link that is not valid')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the links' }).click()
  await expect(page.getByText('If there are guest orders with this address')).toBeFocused()
  await page.goto(await linkTo(email, 'guest-links'))
  await expect(page.getByText('Not Paid')).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Remove it from this device' }).click()
  await expectAt(page, '/')
  await page.goto(path)
  await expectAt(page, '/login')
})

test('after paying, a guest gets an account with one more field, and the order is in it', async ({
  page,
}) => {
  const email = newEmail()
  const path = await orderAsGuest(page, email)
  await choosePayPal(page, 'pay')
  await expect(page.getByRole('heading', { name: 'Make it an account' })).toBeVisible()
  await expectAccessible(page, 'paid guest order')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByText(/Password must have at least/)).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(BUYER.password)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByText(`An email with a link is on its way to ${email}`)).toBeVisible()
  await page.goto(await linkTo(email, 'account-finish'))
  await expectAt(page, '/finish-account')
  await expectAccessible(page, 'finish the account')
  await page.getByLabel('Password', { exact: true }).fill('not this one at all')
  await page.getByRole('button', { name: 'Finish the account' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Password', { exact: true }).fill(BUYER.password)
  await page.getByRole('button', { name: 'Finish the account' }).click()
  await expect(page.getByText('Your account is ready')).toBeFocused()
  await page.getByRole('link', { name: 'See your orders' }).click()
  await expect(page.locator(`main a[href="${path}"]`)).toBeVisible()
})

test('signing in at the checkout keeps the typed address, and an account adopts guest orders', async ({
  page,
}) => {
  const { email } = await newBuyer()
  await openCheckout(page, COFFEE)
  await page.getByLabel('City').fill('Vienna')
  await page.getByText('I have an account').click()
  const form = page.locator('details[open]')
  await fillSignIn(form, email, BUYER.password)
  await expectPart(page, 'delivery')
  await expect(page.getByRole('region', { name: 'Contact' })).toContainText(email)
  await expect(page.getByLabel('City')).toHaveValue('Vienna')
  await signOut(page)
  const path = await orderAsGuest(page, email)
  await signInByApi(page, email)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await expect(page.getByText(`An email with a link is on its way to ${email}`)).toBeVisible()
  await page.goto(await linkTo(email, 'email-own'))
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText('1 guest order added to your account')).toBeFocused()
  await page.getByRole('link', { name: 'See your orders' }).click()
  await expect(page.locator(`main a[href="${path}"]`)).toBeVisible()
})

test('what a guest typed survives a reload, the Back button and an error', async ({ page }) => {
  const email = newEmail()
  await openCheckout(page, COFFEE)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByText('Enter your name')).toBeVisible()
  await expectAccessible(page, 'guest checkout with problems')
  await typeGuest(page, email)
  await page.getByLabel('City').fill('Vienna')
  await page.reload()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel('City')).toHaveValue('Vienna')
  await goToPayment(page)
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await expect(page.locator('paypal-button')).toBeVisible()
  await page.route('**/api/orders', (route) => route.abort(), { times: 1 })
  await page.locator('paypal-button').click()
  await expect(page.getByText('pressing again cannot order twice')).toBeVisible()
  await page.goBack()
  await expectPart(page, 'contact')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel('City')).toHaveValue('Vienna')
  await page.goForward()
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
  await page.goBack()
  await expectAt(page, '/shop')
})

test('the cart shows the shipping price for a ZIP code before the checkout', async ({ page }) => {
  await addToCart(page, COFFEE)
  const zip = page.getByLabel('ZIP code for shipping')
  await zip.fill('123')
  await page.getByRole('button', { name: 'Get the price' }).click()
  await expect(page.getByText('Enter a 5-digit ZIP code')).toBeVisible()
  await zip.fill('99501')
  await page.getByRole('button', { name: 'Get the price' }).click()
  await expect(page.getByText('We do not ship to Alaska')).toBeVisible()
  await zip.fill('22180')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/USPS Ground Advantage to 22180/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/USPS Ground Advantage to 22180/)).toBeVisible()
})

test('the checkout shows everything that is missing at once, and the first missing field has the focus', async ({
  page,
}) => {
  await openCheckout(page, 'haraz')
  await page.getByLabel('Phone').fill('12')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  for (const label of ['Name', 'Email', 'Address', 'City', 'State', 'Postal Code', 'Phone'])
    await expect(
      page
        .getByRole('main')
        .getByLabel(label, { exact: label !== 'Phone' })
        .first(),
    ).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('main').getByLabel('Name', { exact: true })).toBeFocused()
})
