/** Sizes and grinds in the browser: choosing, the cart, and the form of a product. */
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { createProduct, field, openForm, productOf, uniqueName, update } from './products.ts'
import { expectAt, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

test('a size and a grind are chosen, the grind is remembered, and only identical lines are merged', async ({
  page,
}) => {
  const { products } = await (await page.request.get('/api/products?keyword=huila')).json()
  await page.goto(`/product/${products[0]._id}`)
  await page.getByRole('radio', { name: /^2 lb/ }).check()
  await expect(page.getByText('$42.00').first()).toBeVisible()
  await page.getByLabel('Grind').selectOption('Chemex')
  await expectAccessible(page, 'a product with sizes')
  const add = page.getByRole('button', { name: 'Add to cart', exact: true })
  await add.click()
  await expect(page.getByText('1 in your cart', { exact: true }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Grind')).toHaveValue('Chemex')
  await add.click()
  await add.click()
  await page.getByRole('link', { name: 'Go to the cart' }).click()
  await expectAt(page, '/cart')
  const lines = page.getByRole('main').getByRole('listitem')
  await expect(lines.filter({ hasText: '12 oz (340 g), Chemex' })).toHaveCount(1)
  await expect(lines.filter({ hasText: '2 lb (907 g), Chemex' })).toHaveCount(1)
  await expect(page.getByText('Subtotal [2]')).toBeVisible()
})

test('sizes are added, reordered and removed in the form, and a problem is shown at its size', async ({
  page,
}) => {
  await signInAsOwner(page)
  const product = await createProduct(page, uniqueName('Sizes'))
  await openForm(page, product._id)
  await page.getByRole('button', { name: 'Add a size' }).click()
  const added = page.getByRole('group', { name: 'New size' })
  await added.getByLabel('Size', { exact: true }).fill('340')
  const second = page.getByRole('group', { name: '12 oz' }).last()
  await update(page)
  await expect(second.getByText('Enter an amount')).toBeVisible()
  await second.getByLabel('Price').fill('44')
  await update(page)
  await expect(second.getByText('There are two sizes of 12 oz')).toBeVisible()
  await second.getByLabel('Size', { exact: true }).fill('907')
  await page.getByRole('button', { name: 'Move 2 lb up' }).click()
  await expect(page.getByRole('group', { name: '2 lb, the default' })).toBeVisible()
  await expectAccessible(page, 'the form of a product with sizes')
  await update(page)
  await expectAt(page, '/admin/productlist')
  expect(await productOf(page, product._id)).toMatchObject({
    price: 44,
    size: 907,
    sizes: [{}, { grams: 340 }],
  })
  await openForm(page, product._id)
  await page.getByRole('button', { name: 'Remove 12 oz' }).click()
  await expect(field(page, 'Price')).toHaveValue('44.00')
  await update(page)
  await expectAt(page, '/admin/productlist')
  expect((await productOf(page, product._id)).sizes).toHaveLength(1)
})
