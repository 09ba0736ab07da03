/** Saved addresses, another recipient and a gift note, from the checkout to the packing slip. */
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { callApi } from './by-api.ts'
import { uniqueName } from './products.ts'
import {
  choosePayPal,
  expectAt,
  expectPart,
  fillAddress,
  newEmail,
  openCheckout,
  signInAsNewCustomer,
  signInAsOwner,
  signInByApi,
  typeGuest,
  typeAddress,
} from './steps.ts'
import { test } from './visitor.ts'

const HOME = {
  address: '145 Church Street NE',
  address2: 'Apt 4',
  city: 'Vienna',
  state: 'VA',
  postalCode: '22180',
  country: 'US',
  recipient: 'Ann Lee',
  label: 'Mum',
}

test('a gift goes to an address that was saved on another device, with a note and without prices', async ({
  page,
  otherPage: device,
}) => {
  const buyer = uniqueName('Bob Buyer')
  const email = await signInAsNewCustomer(page, buyer)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Your addresses' }).click()
  await expectAt(page, '/profile/addresses')
  await page.getByRole('link', { name: 'Add an address' }).click()
  const recipient = page.getByLabel('Recipient')
  await expect(recipient).toHaveValue(buyer)
  await recipient.fill('Ann Lee')
  await page.getByLabel('Phone').fill('12')
  await page.getByLabel('Label').fill('Mum')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter 7 to 15 digits')).toBeVisible()
  await page.getByLabel('Phone').fill('703 555 0100')
  await typeAddress(page, '145 Church Street NE')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: '1 saved address' })).toBeFocused()
  await expect(page.getByText('Phone 703-555-0100')).toBeVisible()
  await expectAccessible(page, 'address book')

  await signInByApi(device, email)
  await openCheckout(device, 'huila')
  await expect(device.getByRole('radio', { name: /^Ann Lee\s*Mum/ })).toBeChecked()
  await expect(device.getByLabel('City')).toHaveCount(0)
  await device.getByLabel('This is a gift').check()
  await device.getByLabel('Gift note').fill('Happy birthday!\nYours, Bob')
  await expectAccessible(device, 'saved addresses at the checkout')
  await device.getByRole('button', { name: 'Continue' }).click()
  await expectPart(device, 'payment')
  await expect(device.getByText('Ann Lee')).toBeVisible()
  await choosePayPal(device, 'pay')
  await expect(device).toHaveURL(/\/order\//)
  await expect(device.getByText('Phone 703-555-0100')).toBeVisible()
  await expect(device.getByText('Payment Successful')).toBeVisible()

  await signInAsOwner(page)
  await page.goto('/admin/shipping')
  await expect(page.getByRole('row', { name: new RegExp(`${buyer}.*to Ann Lee`) })).toContainText('Gift')
  await page.goto(`${new URL(device.url()).pathname}/packing-slip`)
  const slip = page.getByRole('article')
  await expect(slip.getByRole('heading', { name: `A gift from ${buyer}` })).toBeVisible()
  await expect(slip.getByText('Happy birthday! Yours, Bob')).toHaveCSS('white-space', 'pre-line')
  await expect(slip.getByText('Ann Lee')).toBeVisible()
  await expect(slip).not.toContainText('$')
})

test('a change on another device is not overwritten, and what was typed stays', async ({ page }) => {
  await signInAsNewCustomer(page, 'Bob Buyer')
  const { _id, version } = await callApi(page.request, 'POST', '/api/addresses', HOME)
  await page.goto(`/profile/addresses?edit=${_id}`)
  await page.getByLabel('Label').fill('Mother')
  await callApi(page.request, 'PUT', `/api/addresses/${_id}`, { ...HOME, phone: '7035550100', version })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('This address was changed on another device')
  await expect(page.getByLabel('Label')).toHaveValue('Mother')
  await page.getByRole('button', { name: 'Show the saved address' }).click()
  await expect(page.getByLabel('Phone')).toHaveValue('703-555-0100')
  await expect(page.getByLabel('Label')).toHaveValue('Mum')
  await page.goBack()
  await page.goto('/profile/addresses')
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Delete Ann Lee, 145 Church Street NE' }).click()
  await expect(page.getByText('No saved addresses yet')).toBeVisible()
})

test('a guest ships to someone else, and a reload loses nothing', async ({ page }) => {
  await openCheckout(page, 'huila')
  // Without the map service, only the carrier is asked.
  await page.route('**/api/maps/**', (route) => route.abort())
  await typeGuest(page, newEmail())
  await page.getByLabel('Ship to someone else?').check()
  await fillAddress(page, '7 Old Court House Boulevard')
  await expect(page.getByText('Enter the recipient’s name')).toBeVisible()
  await expect(page.getByLabel('Recipient')).toBeFocused()
  await page.getByLabel('Recipient').fill('Ann Lee')
  await page.getByLabel('This is a gift').check()
  await page.getByLabel('Gift note').fill('For you')
  await page.reload()
  await expect(page.getByLabel('Recipient')).toHaveValue('Ann Lee')
  await expect(page.getByLabel('Gift note')).toHaveValue('For you')
  await page.getByRole('button', { name: 'Continue' }).click()
  // The carrier writes Blvd for Boulevard. The page does not ask about this difference.
  await expectPart(page, 'payment')
  await expect(page.getByText('Ann Lee')).toBeVisible()
  await expect(page.getByText('For you', { exact: true })).toBeVisible()
})
