/** Products that are hidden from visitors. The names of the tests are rows of test/SPEC.md. */
import { expect } from '@playwright/test'
import { field, uniqueName, deleteCreated, openForm, productOf, update, openNewForm } from './products.ts'
import { expectAt, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

test.beforeEach(({ page }) => signInAsOwner(page))
test.afterAll(deleteCreated)

test('A product can be hidden from the shop, and shown again', async ({ page }) => {
  const product = await openNewForm(page, uniqueName('Seasonal'))
  await page.getByLabel('In the shop').selectOption('Hidden')
  await update(page)
  await expectAt(page, '/admin/productlist')
  expect(await productOf(page, product._id)).toMatchObject({ isDraft: true })
  await openForm(page, product._id)
  await expect(page.getByLabel('In the shop')).toHaveValue('Hidden')
  await page.getByLabel('In the shop').selectOption('On sale')
  await update(page)
  await expectAt(page, '/admin/productlist')
  expect(await productOf(page, product._id)).toMatchObject({ isDraft: false })
})

test('Duplicate makes a draft with nothing in stock and opens it', async ({ page }) => {
  const product = await openNewForm(page, uniqueName('Model'), { brand: 'Frame Roasters' })
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(field(page, 'Name')).toHaveValue(`Copy of ${product.name}`)
  await expect(page).not.toHaveURL(new RegExp(product._id))
  await expect(field(page, 'Count in stock')).toHaveValue('0')
  await expect(field(page, 'Brand')).toHaveValue('Frame Roasters')
})
