/** The form of a product. The names of the tests are rows of test/SPEC.md. */
import { expect } from '@playwright/test'
import { callApi } from './by-api.ts'
import { field, uniqueName, deleteCreated, openForm, productOf, update, openNewForm } from './products.ts'
import { expectAt, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

test.beforeEach(({ page }) => signInAsOwner(page))
test.afterAll(deleteCreated)

test('Fields: Name, Price, First Image, Second Image, Brand, Count in stock, Category, Description, Origin, Cupping Note, Roasting Level and Size', async ({
  page,
}) => {
  const name = uniqueName('Whole')
  const product = await openNewForm(page, uniqueName('Half'))
  const typed = {
    Name: name,
    Price: '19.05',
    Brand: 'Frame Roasters',
    'Count in stock': '12',
    Description: 'Red plum.\n\nAnd black tea.',
    Origin: 'Burundi, Kayanza',
    'Cupping Note': 'red plum, black tea',
    'Roasting Level': '3',
    Size: '250',
  }
  for (const [label, value] of Object.entries(typed)) await field(page, label).fill(value)
  await expect(page.getByLabel('First Image')).toHaveAttribute('type', 'file')
  await expect(page.getByLabel('Second Image')).toHaveAttribute('type', 'file')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await update(page)
  expect((await sent).postDataJSON()).toMatchObject({
    productId: product._id,
    name,
    price: 19.05,
    roastingLevel: 3,
    size: 250,
  })
  await expectAt(page, '/admin/productlist')
  expect(await productOf(page, product._id)).toMatchObject({
    name,
    price: 19.05,
    brand: 'Frame Roasters',
    countInStock: 12,
    category: 'Coffee Beans',
    description: 'Red plum.\n\nAnd black tea.',
    origin: 'Burundi, Kayanza',
    cuppingNote: 'red plum, black tea',
    roastingLevel: 3,
    size: 250,
    isDraft: false,
  })
})

test('Size is shown only when the category is exactly Coffee Beans', async ({ page }) => {
  const product = await openNewForm(page, uniqueName('Sized'))
  const size = field(page, 'Size')
  await expect(size).toHaveValue('340')
  for (const category of ['Coffee Bean', 'coffee beans', 'Goods', '']) {
    await field(page, 'Category').fill(category)
    await expect(size).toHaveCount(0)
  }
  await field(page, 'Category').fill('Coffee Beans')
  await expect(size).toHaveValue('340')
  await field(page, 'Category').fill('Goods')
  await update(page)
  await expectAt(page, '/admin/productlist')
  expect((await productOf(page, product._id)).size).toBeNull()
})

test('Price is a number of at least 0 with any step; Count in stock, Roasting Level and Size are at least 0', async ({
  page,
}) => {
  const product = await openNewForm(page, uniqueName('Numbers'))
  const price = field(page, 'Price')
  await expect(price).toHaveAttribute('type', 'number')
  await expect(price).toHaveAttribute('step', 'any')
  for (const label of ['Price', 'Count in stock', 'Roasting Level', 'Size'])
    await expect(field(page, label)).toHaveAttribute('min', '0')
  for (const label of ['Price', 'Count in stock', 'Roasting Level', 'Size'])
    await field(page, label).fill('-1')
  await update(page)
  for (const problem of [
    'An amount cannot be negative',
    'Count in stock cannot be negative',
    'Roasting level cannot be negative',
    'Size cannot be negative',
  ])
    await expect(page.locator('form').getByText(problem)).toBeVisible()
  await expect(page.getByLabel('Notices').getByText(/An amount cannot be negative/)).toBeVisible()
  await expect(price).toBeFocused()
  await expect(price).toHaveAttribute('aria-invalid', 'true')
  await price.fill('0.07')
  await expect(price).not.toHaveAttribute('aria-invalid')
  await field(page, 'Count in stock').fill('0')
  await field(page, 'Roasting Level').fill('0')
  await field(page, 'Size').fill('0')
  await update(page)
  await expectAt(page, '/admin/productlist')
  expect((await productOf(page, product._id)).price).toBe(0.07)
})

test('The link Go Back leads to /admin/productlist', async ({ page }) => {
  await openNewForm(page, uniqueName('Back'))
  await expect(page.getByRole('link', { name: 'Go Back' })).toHaveAttribute('href', '/admin/productlist')
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expectAt(page, '/admin/productlist')
})

test('After a save a toast says ‘Product updated’, and /admin/productlist opens', async ({ page }) => {
  await openNewForm(page, uniqueName('Saved'))
  const name = uniqueName('Saved anew')
  await field(page, 'Name').fill(name)
  await update(page)
  await expect(page.getByText('Product updated')).toBeVisible()
  await expectAt(page, '/admin/productlist')
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
})

test('If a save fails, the server’s message is shown as an error toast and at the field, and no input is lost', async ({
  page,
}) => {
  const product = await openNewForm(page, uniqueName('Failing'))
  await field(page, 'Name').fill(' ')
  await field(page, 'Description').fill('Long and well considered.')
  await update(page)
  await expect(page.getByLabel('Notices').getByText('Name is required')).toBeVisible()
  await expect(page.locator('form').getByText('Name is required')).toBeVisible()
  await field(page, 'Name').fill(product.name)
  await page.route(`**/api/products/${product._id}`, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await update(page)
  await expect(page.getByText(/cannot be reached/)).toBeVisible()
  await expect(field(page, 'Description')).toHaveValue('Long and well considered.')
  await page.unroute(`**/api/products/${product._id}`)
  await update(page)
  await expectAt(page, '/admin/productlist')
  expect((await productOf(page, product._id)).description).toBe('Long and well considered.')
})

test('Categories, brands and origins in use are suggested, and the roasting level has a name', async ({
  page,
}) => {
  const category = uniqueName('Category')
  await openNewForm(page, uniqueName('Words'), { category })
  await expect(page.locator('datalist#categories option', { hasText: category })).toHaveCount(1)
  await expect(page.locator('datalist#brands option').first()).toBeAttached()
  await field(page, 'Roasting Level').fill('4')
  await expect(page.locator('form').getByText('4 of 5, medium dark')).toBeVisible()
})

test('The preview shows the product as in the shop while the form is filled in', async ({ page }) => {
  await openNewForm(page, uniqueName('Looked at'))
  const preview = page.locator('section[aria-label="Preview"]')
  await field(page, 'Name').fill('Burundi Kayanza')
  await field(page, 'Origin').fill('Burundi, Kayanza')
  await field(page, 'Price').fill('1234.5')
  await field(page, 'Count in stock').fill('0')
  await field(page, 'Cupping Note').fill('red plum')
  for (const text of ['Burundi', 'Kayanza', '$1,234.50', 'Out Of Stock', 'red plum', '340 g'])
    await expect(preview).toContainText(text)
  await field(page, 'Category').fill('Goods')
  await expect(preview).not.toContainText('red plum')
})

test('A sample value is marked, and disappears when the first key is pressed', async ({ page }) => {
  const { _id } = await callApi(page.request, 'POST', '/api/products')
  await openForm(page, _id)
  await expect(page.getByText(/Still sample text/)).toContainText('Name, Brand, Description')
  await field(page, 'Name').focus()
  await page.keyboard.type('Typed over')
  await expect(field(page, 'Name')).toHaveValue('Typed over')
  await expect(page.getByText(/Still sample text/)).not.toContainText('Name')
})

test('A product with samples is not put on sale: Update lists the samples, and offers to clear them or to hide the product', async ({
  page,
}) => {
  const { _id: id } = await callApi(page.request, 'POST', '/api/products')
  await openForm(page, id)
  await expect(field(page, 'Name')).toHaveValue('Sample name')
  await update(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Not on sale yet' })).toContainText('Name, Brand')
  await expect(field(page, 'Name')).toBeFocused()
  await expect(page.getByRole('button', { name: /Leave these empty/ })).toHaveCount(0)
  expect(await productOf(page, id)).toMatchObject({ isDraft: true, version: 1 })
  const name = uniqueName('No sample')
  await page.keyboard.type(name)
  // A sample in a number field also disappears with the first key.
  await field(page, 'Price').focus()
  await page.keyboard.type('18.50')
  await expect(field(page, 'Price')).toHaveValue('18.50')
  await page.getByRole('button', { name: 'Leave these empty and put it on sale' }).click()
  // Before everything else: the notice closes after five seconds.
  await page.getByLabel('Notices').getByRole('link', { name: 'See it in the shop' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  expect(await productOf(page, id)).toMatchObject({
    name,
    isDraft: false,
    category: 'Coffee Beans',
    brand: '',
    description: '',
    price: 18.5,
  })
})

test('For a category similar to Coffee Beans the form suggests Coffee Beans, and one click accepts it', async ({
  page,
}) => {
  await openNewForm(page, uniqueName('Nearly'), { size: null })
  await expect(page.getByText('No size yet')).toBeVisible()
  await field(page, 'Category').fill('Coffee')
  await page.locator('form').getByText('Did you mean').getByRole('button', { name: 'Coffee Beans' }).click()
  await expect(field(page, 'Category')).toHaveValue('Coffee Beans')
  await field(page, 'Size').fill('250')
  await expect(page.getByText('No size yet')).toHaveCount(0)
})
