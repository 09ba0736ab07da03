/** Unsaved input in a product's form is not lost, and sold stock is not restored. */
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { ADMIN } from './playwright.config.ts'
import {
  field,
  uniqueName,
  deleteCreated,
  openForm,
  productOf,
  save,
  update,
  openNewForm,
} from './products.ts'
import { expectAt, signInAsOwner, answerDialogs, fillSignIn } from './steps.ts'
import { test } from './visitor.ts'

test.beforeEach(({ page }) => signInAsOwner(page))
test.afterAll(deleteCreated)

test('A stale form shows each field that changed, and lets the admin choose', async ({ page }) => {
  const product = await openNewForm(page, uniqueName('Contested'), { cuppingNote: 'plum' })
  await field(page, 'Price').fill('21')
  await field(page, 'Origin').fill('Burundi, Kayanza')
  await field(page, 'Description').fill('Mine.')
  const theirs = { price: 20, description: 'Theirs.', cuppingNote: 'red plum' }
  await save(page, product._id, { name: product.name, ...theirs })
  await update(page)
  const panel = page.getByRole('region', { name: 'This product has changed since you opened it' })
  await expect(panel).toBeFocused()
  await expect(page.getByLabel('Notices').getByText(/has changed since you opened it/)).toBeVisible()
  await expect(panel.getByText('Cupping Note: plum → red plum')).toBeVisible()
  const price = panel.getByRole('group', { name: 'Price, before: $18.00' })
  await expect(price.getByLabel('Yours $21.00')).toBeChecked()
  await price.getByLabel('Theirs $20.00').check()
  const description = panel.getByRole('group', { name: /^Description/ })
  await expect(description.getByLabel('Yours Mine.')).toBeChecked()
  await expect(panel.getByText('Origin')).toHaveCount(0)
  await expectAccessible(page, 'a stale form')
  await panel.getByRole('button', { name: 'Save with these' }).click()
  await expectAt(page, '/admin/productlist')
  expect(await productOf(page, product._id)).toMatchObject({
    price: 20,
    description: 'Mine.',
    origin: 'Burundi, Kayanza',
    cuppingNote: 'red plum',
  })
})

test('A stale form never restores sold stock, whether the count was edited or not', async ({ page }) => {
  const product = await openNewForm(page, uniqueName('Selling'), { countInStock: 10 })
  await field(page, 'Description').fill('Only this.')
  await save(page, product._id, { name: product.name, countInStock: 7 })
  await update(page)
  const panel = page.getByRole('region', { name: /has changed/ })
  await expect(panel.getByText('Count in stock: 10 → 7')).toBeVisible()
  await panel.getByRole('button', { name: 'Save with these' }).click()
  await expectAt(page, '/admin/productlist')
  expect(await productOf(page, product._id)).toMatchObject({ countInStock: 7, description: 'Only this.' })

  await openForm(page, product._id)
  await field(page, 'Count in stock').fill('17')
  await expect(page.getByText('10 more than now')).toBeVisible()
  await save(page, product._id, { name: product.name, description: 'Only this.', countInStock: 5 })
  await update(page)
  await expect(panel.getByLabel(/Yours 15/)).toBeChecked()
  await panel.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field(page, 'Count in stock')).toHaveValue('15')
  await update(page)
  await expectAt(page, '/admin/productlist')
  expect((await productOf(page, product._id)).countInStock).toBe(15)
})

test('A product that was deleted while its form was open can be created again from the input', async ({
  page,
}) => {
  const product = await openNewForm(page, uniqueName('Deleted'))
  const name = uniqueName('Made anew')
  await field(page, 'Name').fill(name)
  await page.request.delete(`/api/products/${product._id}`)
  await update(page)
  await page.getByRole('button', { name: 'Create it again' }).click()
  await expectAt(page, '/admin/productlist')
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
})

test('Leaving with unsaved changes asks first', async ({ page }) => {
  const product = await openNewForm(page, uniqueName('Left'))
  const answers = answerDialogs(page, false)
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expectAt(page, '/admin/productlist')
  expect(answers.asked).toEqual([])
  await page.goBack()
  await field(page, 'Name').fill('Half a na')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect.poll(() => answers.asked).toEqual(['You have unsaved changes. Leave without saving them?'])
  await expect(field(page, 'Name')).toHaveValue('Half a na')
  answers.yes = true
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expectAt(page, '/admin/productlist')
  await openForm(page, product._id)
  await expect(field(page, 'Name')).toHaveValue(product.name)
  await expect(page.getByText('You have unsaved changes from')).toHaveCount(0)
})

test('Changes can be discarded', async ({ page }) => {
  const product = await openNewForm(page, uniqueName('Steady'))
  await field(page, 'Name').fill('Something else')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(field(page, 'Name')).toHaveValue(product.name)
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
})

test('If the session ends, unsaved input is kept and offered again after the sign-in', async ({
  page,
  context,
}) => {
  const product = await openNewForm(page, uniqueName('Interrupted'))
  await field(page, 'Description').fill('An hour of writing.')
  await context.clearCookies()
  await update(page)
  await expectAt(page, '/login')
  await fillSignIn(page, ADMIN.email, ADMIN.password)
  await expectAt(page, `/admin/product/${product._id}/edit`)
  await page.getByRole('button', { name: 'Restore them' }).click()
  await expect(field(page, 'Description')).toHaveValue('An hour of writing.')
  await update(page)
  await expectAt(page, '/admin/productlist')
  expect((await productOf(page, product._id)).description).toBe('An hour of writing.')
  await openForm(page, product._id)
  await expect(page.getByText('You have unsaved changes from')).toHaveCount(0)
})

test('After a reload unsaved input is offered again, and discarded input is not', async ({ page }) => {
  await openNewForm(page, uniqueName('Reloaded'))
  await field(page, 'Origin').fill('Burundi')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('You have unsaved changes from')).toBeVisible()
  await expect(field(page, 'Origin')).toHaveValue('')
  await page.getByRole('button', { name: 'Discard them' }).click()
  await page.reload()
  await expect(field(page, 'Name')).toBeVisible()
  await expect(page.getByText('You have unsaved changes from')).toHaveCount(0)
})
