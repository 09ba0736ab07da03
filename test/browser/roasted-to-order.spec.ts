/** A coffee roasted to order: its form, its dates when a roast day is full, and new dates for orders. */
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { formatDate } from '#shared/kernel/dates.ts'
import { expectAccessible } from './axe.ts'
import { callApi, placePaidOrder } from './by-api.ts'
import { asOwner } from './owner.ts'
import { createProduct, field, openForm, uniqueName, update } from './products.ts'
import {
  acceptSuggestion,
  addShownToCart,
  expectPart,
  fillAddress,
  newEmail,
  signInAsOwner,
  typeGuest,
} from './steps.ts'
import { test } from './visitor.ts'

// Both change the capacity of the roast days.
test.describe.configure({ mode: 'default' })

/** The green coffee for a bag of 340 g without a recipe. */
const BAG = 405

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ')

async function setCapacity(owner: APIRequestContext, capacity: number | null): Promise<void> {
  const saved = await callApi(owner, 'GET', '/api/settings/roasting')
  await callApi(owner, 'PUT', '/api/settings/roasting', { ...saved, capacity })
}

/** Sets the capacity of one roast day, or removes it. */
async function setCapacityOf(page: Page, day: string, capacity: number | null): Promise<void> {
  const path = `/api/roastery/plan/${day}`
  const { ownCapacityGrams, note } = await callApi(page.request, 'GET', path)
  await callApi(page.request, 'PUT', path, {
    capacityGrams: capacity,
    note,
    before: { capacityGrams: ownCapacityGrams, note },
  })
}

/** The text of the dates of one bag, and its roast day. */
async function dates(page: Page): Promise<{ text: string; roastsOn: string }> {
  const { toOrder } = await callApi(page.request, 'GET', '/api/delivery')
  return { text: plain(toOrder.text), roastsOn: toOrder.dates.roastsOn }
}

let coffee: { _id: string; name: string }

test.beforeAll(async () => {
  coffee = await asOwner((owner) =>
    createProduct({ request: owner }, uniqueName('Fresh Guji'), { countInStock: 0 }),
  )
})

test.afterAll(() =>
  asOwner(async (owner) => {
    await setCapacity(owner, null)
    await callApi(owner, 'DELETE', `/api/products/${coffee._id}`)
  }),
)

test('the owner marks a coffee, and a full day moves the dates on the product, in the cart and at the checkout', async ({
  page,
  otherPage: admin,
}) => {
  await signInAsOwner(admin)
  await openForm(admin, coffee._id)
  await expect(field(admin, 'Count in stock')).toBeVisible()
  await field(admin, 'Availability').selectOption('Roasted to order')
  await expect(admin.getByText('Roasted to order: there is no count in stock.')).toBeVisible()
  const count = field(admin, 'Count in stock')
  await expect(count).toHaveAttribute('readonly', '')
  await expect(count).toHaveAccessibleDescription(
    'Not counted, because this coffee is roasted when it is ordered',
  )
  await update(admin)
  await expect(admin).toHaveURL(/productlist/)
  await setCapacity(admin.request, 2 * BAG + 100)

  await page.goto(`/product/${coffee._id}`)
  await expect(page.getByText('Roasted to Order', { exact: true })).toBeVisible()
  const before = await dates(page)
  const shown = page.locator('main').getByText(/^Order by .+: roasts /)
  expect(plain(await shown.innerText())).toBe(before.text)
  await placePaidOrder('Bea First', coffee)
  await placePaidOrder('Cid Second', coffee)
  const after = await dates(page)
  expect(after.roastsOn > before.roastsOn).toBe(true)
  await page.reload()
  expect(plain(await shown.innerText())).toBe(after.text)

  // Two bags fill a day, so five are roasted on three days.
  await addShownToCart(page)
  const summary = page.getByRole('complementary', { name: 'Summary' })
  const inCart = async () => plain(await summary.getByText(/: roasts /).innerText())
  await expect.poll(inCart).toBe(after.text)
  const qty = page.getByLabel(/^Quantity of Fresh Guji/)
  await qty.selectOption('5')
  const orderItems = [{ _id: coffee._id, qty: 5 }]
  const ofCart = await callApi(page.request, 'POST', '/api/delivery', { orderItems })
  expect(ofCart.delivery.dates.roastsOn > after.roastsOn).toBe(true)
  await expect.poll(inCart).toBe(plain(ofCart.delivery.text))
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await typeGuest(page, newEmail())
  await fillAddress(page)
  await acceptSuggestion(page)
  await expectPart(page, 'payment')
  const order = page.getByRole('region', { name: 'Payment' })
  await expect(order.getByText(formatDate(ofCart.delivery.dates.arrivesTo, 'shortWeekday'))).toBeVisible()
})

test('the owner gives orders new dates, after reading the mail', async ({ page }) => {
  await signInAsOwner(page)
  await setCapacity(page.request, null)
  const other = await createProduct(page, uniqueName('Fresh Sidama'), { isRoastedToOrder: true })
  await placePaidOrder('Dee Third', other)
  const name = uniqueName('Eve Fourth')
  const { _id: eve } = await placePaidOrder(name, other)
  const { delivery } = await callApi(page.request, 'GET', `/api/orders/${eve}`)
  try {
    // Room for one of the two bags. Orders of other tests are on other days, and keep their dates.
    await setCapacityOf(page, delivery.roastsOn, BAG + 200)
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: /orders? needs? a new date/ })).toBeVisible()
    await page.goto('/admin/reschedule')
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row).toContainText('The orders of this day exceed its capacity')
    await expect(row).toContainText(/Roasts .+ships .+arrives/)
    await page.getByRole('button', { name: 'Choose none' }).click()
    await expect(page.getByRole('button', { name: 'Move and tell the buyers' })).toBeDisabled()
    await row.getByRole('checkbox').check()
    await page.getByLabel('A sentence for the email').fill('Our roaster needs a new part.')
    await page.getByText(/^The email to /).click()
    await expect(page.getByText(/needs a new date\. Our roaster needs a new part\./)).toBeVisible()
    await expectAccessible(page, 'dates to move')
    await page.getByRole('button', { name: 'Move 1 order and tell the buyer' }).click()
    await expect(page.getByText('1 order moved. Its buyer gets an email')).toBeVisible()
    await expect(row).toHaveCount(0)
  } finally {
    await setCapacityOf(page, delivery.roastsOn, null)
    await callApi(page.request, 'DELETE', `/api/products/${other._id}`)
  }
})
