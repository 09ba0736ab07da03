/** Pickup at the bar: a guest on a phone orders it with two fields, and the staff hands it over. */
import { expect, type APIRequestContext } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { callApi, createPickupOnlyWork } from './by-api.ts'
import { asOwner } from './owner.ts'
import {
  addShownToCart,
  addToCart,
  choosePayPal,
  expectPart,
  newEmail,
  openCheckout,
  signInAsOwner,
  typeGuest,
} from './steps.ts'
import { test } from './visitor.ts'

// The last test switches off what the others use.
test.describe.configure({ mode: 'serial' })
test.use({ viewport: { width: 390, height: 844 } })

const READY =
  /Ready \w+, \w+\s\d+, from \d+(:\d\d)?\s[ap]m at the bar, 145 Church Street NW, .+ open until \d+\spm/

test('a guest orders for pickup with a name and an email, and staff finds it, marks it ready and hands it over', async ({
  page,
  otherPage: bar,
}) => {
  await addToCart(page, 'kenya')
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(summary.getByText(/^Pickup at the bar: order by .+, ready .+ from /)).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expectPart(page, 'contact')
  await page.getByLabel('Address', { exact: true }).fill('145 Church Street NE')
  await page.getByLabel('Pick up at the bar').check({ force: true })
  await expect(page.locator('main :is(input, select):required:visible')).toHaveCount(2)
  // A reload keeps the choice, and going back to shipping keeps what was typed.
  await page.reload()
  await expect(page.getByLabel('Pick up at the bar')).toBeChecked()
  await page.getByLabel('Ship to an address').check({ force: true })
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('145 Church Street NE')
  await page.getByLabel('Pick up at the bar').check({ force: true })
  await page.getByRole('main').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter your name')).toBeVisible()
  await typeGuest(page, newEmail())
  await expectAccessible(page, 'pickup at the checkout')
  await page.getByRole('main').getByRole('button', { name: 'Continue' }).click()
  await expectPart(page, 'payment')
  await expect(page.getByRole('region', { name: 'Payment' }).getByText(READY)).toBeVisible()
  const order = page.getByRole('complementary', { name: 'Your order' })
  await expect(order.getByText('Pickup', { exact: true }).locator('..')).toContainText('Free')
  await expect(order.getByText('Tax', { exact: true }).locator('..')).not.toContainText('$0.00')
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByText(READY)).toBeVisible()
  await expect(page.getByText(/We will email .+ as soon as it is ready\./)).toBeVisible()
  const [, number = ''] = /No\. (\S+)/.exec(await page.getByText(/^Order No\. /).innerText()) ?? []

  await bar.setViewportSize({ width: 820, height: 1100 })
  await signInAsOwner(bar)
  await bar.goto('/admin/pickup')
  await bar.getByLabel('Search by name or number').fill(number.toLowerCase())
  const row = bar.getByRole('row').filter({ hasText: number })
  await expect(bar.getByText(/^1 of \d+ orders? for pickup/)).toBeVisible()
  await expectAccessible(bar, 'admin pickup')
  await row.getByRole('button', { name: `Mark As Ready: order ${number}` }).click()
  await expect(row).toContainText('just now')
  await page.reload()
  await expect(page.getByText(`Tell us your name and the number ${number}`)).toBeVisible()
  await row.getByRole('button', { name: `Hand over: order ${number}` }).click()
  await expect(row).toHaveCount(0)
  await bar.getByRole('button', { name: `Undo: handover of order ${number}` }).click()
  await expect(row).toBeVisible()
  await row.getByRole('link', { name: number }).click()
  await bar.getByRole('button', { name: 'Hand Over' }).click()
  await expect(bar.getByText(/^Picked up on /)).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Undo the handover' })).toBeVisible()
})

test('a work of art without a box is bought for pickup only, and is sold then', async ({ page }) => {
  const work = await createPickupOnlyWork()
  await page.goto(`/product/${work._id}`)
  await expect(page.getByText('This work is too large to ship. You pick it up at the bar.')).toBeVisible()
  await expect(page.getByText(/ships .+, arrives/)).toHaveCount(0)
  await addShownToCart(page)
  await expect(page.getByText('This work is too large to ship. You pick it up at the bar.')).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByLabel('Pick up at the bar')).toBeChecked()
  await expect(page.getByLabel('Ship to an address')).toBeDisabled()
  await typeGuest(page, newEmail())
  await page.getByRole('main').getByRole('button', { name: 'Continue' }).click()
  await expectPart(page, 'payment')
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByText(/We will email .+ as soon as it is ready\./)).toBeVisible()
  await page.goto(`/product/${work._id}`)
  await expect(page.getByText('Out Of Stock')).toBeVisible()
})

test('if the owner switches pickup off during a checkout, the page says so, and the cart is kept', async ({
  page,
}) => {
  await openCheckout(page, 'kenya')
  await page.getByLabel('Pick up at the bar').check({ force: true })
  await typeGuest(page, newEmail())
  await page.getByRole('main').getByRole('button', { name: 'Continue' }).click()
  await expectPart(page, 'payment')
  await expect(page.locator('paypal-button')).toBeVisible()
  await asOwner((owner) =>
    withoutPickup(owner, async () => {
      await page.locator('paypal-button').click()
      await expect(page.getByText('Pickup is no longer offered. Please choose shipping.')).toBeVisible()
      await page.getByRole('button', { name: 'Choose shipping' }).click()
      await expect(page.getByLabel('Address', { exact: true })).toBeVisible()
      await expect(page.getByLabel('Pick up at the bar')).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Contact' })).toContainText('Ada Byron')
    }),
  )
})

/** Switches pickup off until the work has ended. */
async function withoutPickup(owner: APIRequestContext, work: () => Promise<void>): Promise<void> {
  const saved = await callApi(owner, 'GET', '/api/settings/shipping')
  await callApi(owner, 'PUT', '/api/settings/shipping', { ...saved, pickup: false })
  try {
    await work()
  } finally {
    const { version } = await callApi(owner, 'GET', '/api/settings/shipping')
    await callApi(owner, 'PUT', '/api/settings/shipping', { ...saved, version })
  }
}
