/** The carrier's validation of a typed address: the buyer chooses the carrier's suggestion or the typed address. */
import { expect, type Page } from '@playwright/test'
import { signInAsNewCustomer, expectPart, fillAddress, openCheckout } from './steps.ts'
import { test } from './visitor.ts'

test.beforeEach(async ({ page }) => {
  await signInAsNewCustomer(page)
  await openCheckout(page, 'haraz')
  // These tests are about the carrier, not the map service, which would open its dialog first.
  await page.route('**/api/maps/**', (route) => route.abort())
})

const shippedTo = (page: Page) =>
  page.evaluate<string>('JSON.parse(localStorage.getItem("cart")).shippingAddress.address')

test('the carrier’s spelling of a street is offered and accepted', async ({ page }) => {
  await fillAddress(page, '7 Old Boulevrd')
  const question = page.getByRole('region', { name: 'Did you mean' })
  await expect(question).toContainText('The carrier writes the street')
  await expect(page.getByRole('heading', { name: 'Did you mean' })).toBeFocused()
  await question.getByRole('button', { name: 'Use this address' }).click()
  await expectPart(page, 'payment')
  expect(await shippedTo(page)).toBe('7 Old Blvd')
})

test('the buyer can keep the typed address', async ({ page }) => {
  await fillAddress(page, '7 Old Boulevrd')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expectPart(page, 'payment')
  expect(await shippedTo(page)).toBe('7 Old Boulevrd')
})

test('the form asks for a missing apartment number', async ({ page }) => {
  await fillAddress(page, '7 Old Blvd Apt')
  const question = page.getByRole('region', { name: 'Is the address complete?' })
  await expect(question).toContainText('The apartment or suite number is missing.')
  await question.getByRole('button', { name: 'Keep mine' }).click()
  await expectPart(page, 'payment')
})

test('an address unknown to the carrier is reported, and can be corrected or kept', async ({ page }) => {
  await fillAddress(page, '7 INVALID Street')
  await expect(page.getByText('The address as submitted could not be found.')).toBeVisible()
  await expect(page.getByText('Please enter a valid address!')).toBeVisible()
  await page.getByRole('button', { name: 'It is correct, keep mine' }).click()
  await expectPart(page, 'payment')
  expect(await shippedTo(page)).toBe('7 INVALID Street')
})
