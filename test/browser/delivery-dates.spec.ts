/** Delivery dates and free shipping: what buyers see, and the owner's settings. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { callApi, newBuyer } from './by-api.ts'
import { htmlOf, textsOf } from './html.ts'
import { signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

// The second test changes what the first one reads.
test.describe.configure({ mode: 'serial' })

const DATES = /Order by \d+(:\d\d)?\s[AP]M\sET .+: roasts .+ships .+, arrives .+\./

async function coffee(page: Page): Promise<string> {
  const { products } = await callApi(page.request, 'GET', '/api/products')
  const found = products.find(
    (each: { category: string; countInStock: number }) =>
      each.category === 'Coffee Beans' && each.countInStock > 0,
  )
  return `/product/${found._id}`
}

test('the dates are on the product without JavaScript, in the cart, at the checkout and on the order', async ({
  page,
}) => {
  const product = await coffee(page)
  const texts = textsOf(await htmlOf(page.request, product, 'main'), 'p')
  expect(texts).toContainEqual(expect.stringMatching(DATES))
  expect(texts).toContainEqual(expect.stringMatching(/^Pickup at the bar: order by .+, ready .+ from \d/))
  await page.goto(product)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await page.getByRole('link', { name: 'Go to the cart' }).click()
  await expect(page.getByRole('complementary', { name: 'Summary' }).getByText(DATES)).toBeVisible()
  const order = await (await newBuyer('Ada Byron')).buy()
  await signInAsOwner(page)
  await page.goto(`/order/${order}`)
  await expect(page.getByText(/^This order roasts .+ arrives /)).toBeVisible()
  const promise = page.getByRole('table', { name: 'Promised to the buyer' })
  await expect(promise.getByRole('row', { name: /^Ships/ })).toContainText('not yet')
  await page.getByRole('button', { name: 'Mark As Delivered' }).click()
  await expect(promise.getByRole('row', { name: /^Arrives/ })).not.toContainText('not yet')
})

test('the owner changes the calendar, and buyers see the new dates', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/admin/settings')
  const saved = await callApi(page.request, 'GET', '/api/settings/shipping')
  try {
    await expectAccessible(page, 'settings')
    const days = page.getByRole('group', { name: 'Roast days' })
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await days.getByLabel(day).setChecked(false)
    await page.getByLabel('Free shipping from').fill('500')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Settings saved')).toBeVisible()
    await expect(page.getByText('no roast days planned')).toBeVisible()
    await page.goto(await coffee(page))
    await expect(page.getByText('no roast days planned')).toBeVisible()
    await expect(page.getByText('Free shipping from $500.00.')).toBeVisible()
  } finally {
    const { version } = await callApi(page.request, 'GET', '/api/settings/shipping')
    await callApi(page.request, 'PUT', '/api/settings/shipping', { ...saved, version })
  }
})
