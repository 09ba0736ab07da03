/** The admin's list of products. The names of the tests are rows of test/SPEC.md. */
import { expect } from '@playwright/test'
import { field, uniqueName, createProduct, deleteCreated } from './products.ts'
import { expectAt, signInAsOwner, signOut, answerDialogs } from './steps.ts'
import { test } from './visitor.ts'

test.beforeEach(({ page }) => signInAsOwner(page))
test.afterAll(deleteCreated)

test('Admin Products has the heading Products and a paged table of ID, NAME, PRICE, CATEGORY, BRAND', async ({
  page,
}) => {
  const product = await createProduct(page, uniqueName('Listed'), { brand: 'Kiln & Co', price: 18.5 })
  await page.goto('/admin/productlist?rows=10')
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible()
  const table = page.getByRole('table', { name: 'Products' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'ID',
    'NAME',
    'PRICE',
    'CATEGORY',
    'BRAND',
    'ACTIONS',
  ])
  const row = table.getByRole('row', { name: product.name })
  for (const text of [product._id, product.name, '$18.50', 'Coffee Beans', 'Kiln & Co'])
    await expect(row).toContainText(text)
  await expect(table.getByRole('row')).toHaveCount(11)
})

test('Pagination appears only when there is more than one page', async ({ page }) => {
  const product = await createProduct(page, uniqueName('Alone'))
  await page.goto('/admin/productlist?rows=10')
  await page
    .getByRole('navigation', { name: 'Pages', exact: true })
    .getByRole('link', { name: 'Page 2' })
    .click()
  await expectAt(page, '/admin/productlist/2')
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  for (const none of ['0', 'two', '1.5', '9999999']) {
    await page.goto(`/admin/productlist/${none}`)
    await expect(page.getByRole('link', { name: 'Page 1', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
  }
  await page.goto('/admin/productlist/99999')
  await expect(page.getByText('There are no products on this page.')).toBeVisible()
  await page.goto(`/admin/productlist?q=${product._id}`)
  await expect(page.getByRole('link', { name: product.name, exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toHaveCount(0)
})

test('Each row has an edit link to /admin/product/{id}/edit', async ({ page }) => {
  const product = await createProduct(page, uniqueName('Linked'))
  await page.goto('/admin/productlist')
  const link = page.getByRole('link', { name: `Edit ${product.name}` })
  await expect(link).toHaveAttribute('href', `/admin/product/${product._id}/edit`)
})

test('Each row has a delete button that asks ‘Are you sure?’; then a toast says ‘Product deleted’', async ({
  page,
}) => {
  const product = await createProduct(page, uniqueName('Unloved'))
  await page.goto('/admin/productlist')
  const button = page.getByRole('button', { name: `Delete ${product.name}` })
  const answers = answerDialogs(page, false)
  await button.click()
  await expect.poll(() => answers.asked).toEqual(['Are you sure?'])
  expect((await page.request.get(`/api/products/${product._id}`)).status()).toBe(200)
  answers.yes = true
  await button.click()
  await expect(page.getByText('Product deleted')).toBeVisible()
  await expect(button).toHaveCount(0)
  expect((await page.request.get(`/api/products/${product._id}`)).status()).toBe(404)
  // The focus moves to the next row.
  await expect(page.getByRole('table').locator(':focus')).toHaveCount(1)
})

test('Create Product asks ‘are you sure you want to create a new product’, sends no body, and opens the new product', async ({
  page,
}) => {
  await page.goto('/admin/productlist')
  const { asked } = answerDialogs(page)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Create Product' }).click()
  const request = await sent
  expect([new URL(request.url()).pathname, request.postData()]).toEqual(['/api/products', null])
  await expect(page).toHaveURL(/\/admin\/product\/[a-z0-9]+\/edit$/)
  await expect(field(page, 'Name')).toHaveValue('Sample name')
  expect(asked).toEqual(['are you sure you want to create a new product'])
})

test('A draft and low stock are marked with text', async ({ page }) => {
  const word = uniqueName('Marked')
  await createProduct(page, `${word} a`, { countInStock: 40 })
  await createProduct(page, `${word} b`, { countInStock: 3 })
  await createProduct(page, `${word} c`, { countInStock: 0 })
  await createProduct(page, `${word} d`, { countInStock: 9, isDraft: true })
  await page.goto(`/admin/productlist?q=${encodeURIComponent(word)}`)
  const row = (name: string) => page.getByRole('row', { name: `${word} ${name}` })
  await expect(row('a')).toContainText('40 in stock')
  await expect(row('b')).toContainText('Low stock: 3 left')
  await expect(row('c')).toContainText('Sold out')
  await expect(row('d')).toContainText('Draft, 9 in stock')
})

test('Search and filters are in the URL, so that Back and a reload keep them', async ({ page }) => {
  const word = uniqueName('Narrow').replace(' ', '')
  await createProduct(page, `${word} beans`, { countInStock: 2, origin: 'Yemen' })
  await createProduct(page, `${word} mug`, { countInStock: 2, category: 'Goods' })
  await createProduct(page, `${word} draft`, { isDraft: true })
  await page.goto('/admin/productlist')
  await page.getByRole('searchbox').fill(word)
  const status = page.getByRole('status').filter({ hasText: /products/ })
  await expect(status).toHaveText(/^3 of \d+ products$/)
  await field(page, 'Show').selectOption('low')
  await expect(status).toHaveText(/^2 of/)
  await field(page, 'Category').selectOption('Goods')
  await expect(status).toHaveText(/^1 of/)
  await expect(page.getByRole('link', { name: `${word} mug`, exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(word)
  await expect(status).toHaveText(/^1 of/)
  await page.getByRole('link', { name: `Edit ${word} mug` }).click()
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(status).toHaveText(/^1 of/)
  await field(page, 'Category').selectOption('')
  await field(page, 'Show').selectOption('draft')
  await expect(page.getByRole('link', { name: `${word} draft`, exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('zebra-nobody-sells')
  await expect(page.getByText('No product matches')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('If a deletion fails, an error toast shows the server’s message', async ({ page }) => {
  const product = await createProduct(page, uniqueName('Twice'))
  await page.goto('/admin/productlist')
  const button = page.getByRole('button', { name: `Delete ${product.name}` })
  await expect(button).toBeVisible()
  await page.request.delete(`/api/products/${product._id}`)
  page.once('dialog', (dialog) => void dialog.accept())
  await button.click()
  await expect(page.getByText('Product not found')).toBeVisible()
})

test('A draft opens for an admin at its address in the shop, and is not found for visitors', async ({
  page,
}) => {
  const product = await createProduct(page, uniqueName('Unfinished'), { isDraft: true })
  await page.goto(`/product/${product._id}`)
  await expect(page.getByRole('heading', { name: product.name })).toBeVisible()
  await signOut(page)
  await page.goto(`/product/${product._id}`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByText(product.name)).toHaveCount(0)
})
