/** A new coffee, and the sections and neighbors of a product's form. The names of the tests are rows of test/SPEC.md. */
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { createProduct, deleteCreated, field, openNewForm, productOf, uniqueName } from './products.ts'
import { answerDialogs, expectAt, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

test.beforeEach(({ page }) => signInAsOwner(page))
test.afterAll(deleteCreated)

test('New coffee is a form: a reload keeps what is typed, problems are at their fields, and nothing is created before it is saved', async ({
  page,
}) => {
  const name = uniqueName('Fresh')
  const found = async () =>
    (await (await page.request.get(`/api/products/desk?keyword=${encodeURIComponent(name)}`)).json()).products
  await page.goto('/admin/productlist')
  await page.getByRole('link', { name: 'New coffee' }).click()
  await expect(page.getByRole('heading', { name: 'New coffee', level: 1 })).toBeVisible()
  await field(page, 'Name').fill(name)
  await field(page, 'Cupping Note').fill('Apricot, jasmine')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Restore them' }).click()
  await expect(field(page, 'Name')).toHaveValue(name)
  await expectAccessible(page, 'the form of a new coffee')
  await page.getByRole('button', { name: 'Add 2 lb' }).click()
  await field(page, 'Size').first().fill('')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.locator('form').getByText('Enter the weight of the bag')).toBeVisible()
  expect(await found()).toEqual([])
  await field(page, 'Size').first().fill('340')
  await field(page, 'Price').first().fill('18.50')
  await field(page, 'Price').last().fill('45')
  await field(page, 'Count in stock').first().fill('12')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expectAt(page, '/admin/productlist')
  await expect(page.getByRole('row', { name })).toContainText('12 oz: 12')
  const [coffee] = await found()
  expect(coffee).toMatchObject({ name, isDraft: false, cuppingNote: 'Apricot, jasmine', roastingLevel: 0 })
  expect(coffee.sizes).toMatchObject([
    { grams: 340, price: 18.5, countInStock: 12 },
    { grams: 907, price: 45, countInStock: 0 },
  ])
  await page.request.delete(`/api/products/${coffee._id}`)
})

test('The form of a product has sections with addresses, and those that only a coffee has are left out of other goods', async ({
  page,
}) => {
  const product = await openNewForm(page, uniqueName('Divided'))
  const sections = page.getByRole('navigation', { name: 'Sections' })
  // The last one is there if another test has opened wholesale in this shop.
  const always = sections.getByRole('link').filter({ hasNotText: 'Wholesale' })
  await expect(always).toHaveText(['Goods', 'Label', 'Taste', 'Recipe', 'Grinding', 'Roasting', 'Places'])
  await sections.getByRole('link', { name: 'Roasting' }).press('Enter')
  await expect(page).toHaveURL(/#roasting$/)
  await expect(page.getByRole('heading', { name: 'Roasting' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Roasting' })).toBeInViewport()
  // Meanwhile the desk looks for the place in the address.
  await expectAccessible(page, 'the form at a section')
  await expect(page.getByRole('heading', { name: 'Roasting' })).toBeFocused()
  await page.goto(`/admin/product/${product._id}/edit#places`)
  await expect(page.getByRole('heading', { name: 'Places' })).toBeInViewport()
  await field(page, 'Category').fill('Goods')
  await expect(always).toHaveText(['Goods', 'Label', 'Taste', 'Places'])
  await expect(page.getByText(/No weight yet: parcels count .*700\sg/)).toBeVisible()
})

test('Previous and Next follow the list from which a form was opened, and ask before unsaved changes are left', async ({
  page,
}) => {
  const word = uniqueName('Beside').replace(' ', '')
  for (const name of ['a', 'b', 'c']) await createProduct(page, `${word} ${name}`)
  await page.goto(`/admin/productlist?q=${word}&sort=name&order=desc`)
  await page.getByRole('link', { name: `Edit ${word} b` }).click()
  await expect(field(page, 'Name')).toHaveValue(`${word} b`)
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Places' }).click()
  await page.getByRole('link', { name: `Next: ${word} a` }).click()
  await expect(field(page, 'Name')).toHaveValue(`${word} a`)
  await expect(page).toHaveURL(/#places$/)
  await expect(page.getByRole('link', { name: /^Next/ })).toHaveCount(0)
  await page.getByRole('link', { name: `Previous: ${word} b` }).click()
  await expect(field(page, 'Name')).toHaveValue(`${word} b`)
  await field(page, 'Origin').fill('Peru')
  const answers = answerDialogs(page, false)
  await page.getByRole('link', { name: `Previous: ${word} c` }).click()
  await expect.poll(() => answers.asked).toEqual(['You have unsaved changes. Leave without saving them?'])
  await expect(field(page, 'Origin')).toHaveValue('Peru')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL(`/admin/productlist?q=${word}&sort=name&order=desc`)
})

test('Preview opens the saved product in another tab, and Duplicate leaves unsaved changes where they are', async ({
  page,
}) => {
  const product = await openNewForm(page, uniqueName('Doubled'))
  await page.request.put(`/api/products/${product._id}`, { data: { isDraft: true } })
  await page.reload()
  await field(page, 'Origin').fill('Peru')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Preview' }).click()
  await expect((await opened).getByRole('heading', { name: product.name, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  const copy = page.getByLabel('Notices').getByRole('link', { name: 'Open the copy' })
  const id = /product\/(\w+)\//.exec((await copy.getAttribute('href'))!)![1]!
  await expect(field(page, 'Origin')).toHaveValue('Peru')
  expect(await productOf(page, id)).toMatchObject({ name: `Copy of ${product.name}`, origin: '', slug: '' })
  await page.request.delete(`/api/products/${id}`)
})

test('A row of the list names what has no weight, and few of many sizes', async ({ page }) => {
  const word = uniqueName('Heavy').replace(' ', '')
  const sizes = Array.from({ length: 12 }, (_, index) => ({ grams: 100 + index, price: 9, countInStock: 20 }))
  await createProduct(page, `${word} sizes`, { ...sizes[0], size: 100, sizes })
  await createProduct(page, `${word} mug`, { category: 'Goods', size: null })
  await page.goto(`/admin/productlist?q=${word}`)
  await expect(page.getByRole('row', { name: `${word} sizes` })).toContainText('and 8 more sizes')
  await field(page, 'Show').selectOption('no-weight')
  await expect(page.getByRole('row', { name: `${word} sizes` })).toHaveCount(0)
  await expect(page.getByRole('row', { name: `${word} mug` })).toContainText('No weight')
})
