/** What the carrier says of a typed address: a choice in words, which the buyer makes. */
import { expect, test, type Page } from '@playwright/test'
import { addToCart, beCustomer, expectAt, fillAddress } from './steps.ts'

test.beforeEach(async ({ page }) => {
  // Of what the carrier says, not of the map, which asks first where it knows better.
  await page.route('**/api/maps/**', (route) => route.abort())
  await beCustomer(page)
  await addToCart(page, 'haraz')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expectAt(page, '/shipping')
})

const shippedTo = (page: Page) =>
  page.evaluate<string>('JSON.parse(localStorage.getItem("cart")).shippingAddress.address')

test('a street that the carrier writes differently is offered in words, and taken', async ({ page }) => {
  await fillAddress(page, '7 Old Boulevrd')
  const question = page.getByRole('region', { name: 'Did you mean' })
  await expect(question).toContainText('The carrier writes the street')
  await expect(page.getByRole('heading', { name: 'Did you mean' })).toBeFocused()
  await question.getByRole('button', { name: 'Use this address' }).click()
  await expectAt(page, '/payment')
  expect(await shippedTo(page)).toBe('7 Old Blvd')
})

test('and the buyer may keep what was typed', async ({ page }) => {
  await fillAddress(page, '7 Old Boulevrd')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expectAt(page, '/payment')
  expect(await shippedTo(page)).toBe('7 Old Boulevrd')
})

test('an apartment without its number is asked about', async ({ page }) => {
  await fillAddress(page, '7 Old Blvd Apt')
  const question = page.getByRole('region', { name: 'Is the address complete?' })
  await expect(question).toContainText('The apartment or suite number is missing.')
  await question.getByRole('button', { name: 'Keep mine' }).click()
  await expectAt(page, '/payment')
})

test('an address that the carrier does not know is told, mended or kept', async ({ page }) => {
  await fillAddress(page, '7 INVALID Street')
  await expect(page.getByText('The address as submitted could not be found.')).toBeVisible()
  await expect(page.getByText('Please enter a valid address!')).toBeVisible()
  await page.getByRole('button', { name: 'It is right, keep mine' }).click()
  await expectAt(page, '/payment')
  expect(await shippedTo(page)).toBe('7 INVALID Street')
})
