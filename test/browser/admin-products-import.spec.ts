/** CSV export and import of products, and the admin's product screens on a phone and with axe. */
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import {
  field,
  uniqueName,
  createProduct,
  deleteCreated,
  openForm,
  pictureFile,
  productOf,
  save,
  update,
  UPLOAD_TIMEOUT,
} from './products.ts'
import { addShownToCart, expectAt, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

test.beforeEach(({ page }) => signInAsOwner(page))
test.afterAll(deleteCreated)

const csvFile = (...lines: string[]) => ({
  name: 'products.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})

test('CSV export downloads the filtered list as a file', async ({ page }) => {
  const name = uniqueName('=Exported')
  await createProduct(page, name)
  await page.goto(`/admin/productlist?q=${encodeURIComponent(name)}`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain(`,'${name},18.00,Coffee Beans,`)
  expect(text.trim().split('\r\n')).toHaveLength(2)
})

test('CSV import: a dry run lists each invalid row and column, and imports nothing', async ({ page }) => {
  const name = uniqueName('Bad')
  await page.goto('/admin/productlist')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page
    .getByLabel('Choose a CSV file')
    .setInputFiles(csvFile('Name;Price;Category', `${name};a lot;Goods`, `;2;Goods`))
  await expect(page.getByRole('alert')).toContainText('2 cells need correction')
  const rows = page.getByRole('table', { name: 'What is wrong' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('2')
  await expect(rows.nth(1)).toContainText('Price')
  await expect(rows.nth(1)).toContainText('Enter an amount')
  await expect(rows.nth(2)).toContainText('Name is required where there is no ID')
  await expect(page.getByRole('button', { name: /^Create/ })).toHaveCount(0)
  await page.getByLabel('Choose another file').setInputFiles({
    name: 'products.xlsx',
    mimeType: 'text/csv',
    buffer: Buffer.from('PK\u0003\u0004'),
  })
  await expect(page.getByRole('alert')).toContainText('Save it as CSV')
})

test('CSV import: the changes are shown before they are made', async ({ page }) => {
  const [old, young] = [uniqueName('Old'), uniqueName('Young')]
  const product = await createProduct(page, old)
  await page.goto('/admin/product/import')
  await page
    .getByLabel('Choose a CSV file')
    .setInputFiles(csvFile('Name,Price,Category', `${old},19.5,Coffee Beans`, `${young},7,Goods`))
  await expect(page.getByText('1 would be created, 1 changed')).toBeVisible()
  const table = page.getByRole('table', { name: 'What would happen' })
  await expect(table.getByRole('row', { name: old })).toContainText('Price: $18.00 → $19.50')
  await expect(table.getByRole('row', { name: young })).toContainText('New')
  expect((await productOf(page, product._id)).price).toBe(18)
  await page.getByRole('button', { name: 'Create 1 and change 1 products' }).click()
  await expect(page.getByText('Imported: 1 created, 1 changed')).toBeVisible()
  await expectAt(page, '/admin/productlist')
  await expect(page.getByRole('link', { name: young, exact: true })).toBeVisible()
  expect((await productOf(page, product._id)).price).toBe(19.5)
})

test('CSV import: if products changed after the dry run, the changes are shown again first', async ({
  page,
}) => {
  const name = uniqueName('Overtaken')
  const product = await createProduct(page, name)
  await page.goto('/admin/product/import')
  await page.getByLabel('Choose a CSV file').setInputFiles(csvFile('Name,Price', `${name},25`))
  await expect(page.getByText('Price: $18.00 → $25.00')).toBeVisible()
  await save(page, product._id, { name, price: 24 })
  await page.getByRole('button', { name: 'Change 1 product' }).click()
  await expect(page.getByText('so nothing was imported')).toBeVisible()
  await expect(page.getByText('Price: $24.00 → $25.00')).toBeVisible()
  await page.getByRole('button', { name: 'Change 1 product' }).click()
  await expectAt(page, '/admin/productlist')
  expect((await productOf(page, product._id)).price).toBe(25)
})

test('On a phone (390 px) a coffee can be put on sale', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/admin/productlist')
  await page.getByRole('button', { name: 'Create Product' }).click()
  const name = uniqueName('From the bar')
  await field(page, 'Name').fill(name)
  await field(page, 'Price').fill('18')
  await field(page, 'Category').fill('Coffee Beans')
  await field(page, 'Count in stock').fill('6')
  await field(page, 'Size').fill('250')
  await page.getByLabel('First Image').setInputFiles(pictureFile('gallery_03'))
  await expect(page.getByText('Image uploaded successfully')).toBeVisible(UPLOAD_TIMEOUT)
  await update(page)
  await page.getByRole('button', { name: 'Leave these empty and put it on sale' }).click()
  await expectAt(page, '/admin/productlist')
  await expect(page.getByRole('row', { name })).toContainText('6 in stock')
})

test('axe finds nothing on the product screens, and no page scrolls sideways', async ({ page }) => {
  test.setTimeout(180_000)
  const long = 'x'.repeat(110)
  const product = await createProduct(page, `${uniqueName('Wide')}-${long}`.slice(0, 120), {
    brand: 'y'.repeat(80),
    origin: 'z'.repeat(80),
    description: 'w'.repeat(400),
    image: '/pictures/bag_01.jpg',
    secondImage: '/pictures/bag_02.jpg',
  })
  await page.goto('/admin/productlist')
  await expect(page.getByRole('link', { name: product.name, exact: true })).toBeVisible()
  await expectAccessible(page, 'products')
  await page.goto(`/search/${product.name.slice(0, 40)}`)
  await expect(page.getByRole('link', { name: product.name })).toBeVisible()
  await expectAccessible(page, 'what is found in the shop')
  await page.goto(`/product/${product._id}`)
  await expectAccessible(page, 'the coffee')
  await addShownToCart(page)
  await expectAccessible(page, 'the cart')
  await openForm(page, product._id)
  await expectAccessible(page, 'the form')
  await field(page, 'Name').fill('')
  await field(page, 'Price').fill('')
  await update(page)
  await expect(field(page, 'Price')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'the form with problems')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.goto('/admin/product/import')
  await page.getByLabel('Choose a CSV file').setInputFiles(csvFile('Name,Price', `${long},x`))
  await expect(page.getByRole('alert')).toContainText('need correction')
  await expectAccessible(page, 'an import with problems')
  await page
    .getByLabel('Choose another file')
    .setInputFiles(csvFile('Name,Price,Category', `${long},1,Goods`))
  await expect(page.getByText('1 would be created')).toBeVisible()
  await expectAccessible(page, 'an import')
})
