/** Bulk changes in the list of products. The names of the tests are rows of test/SPEC.md. */
import { expect, type Page } from '@playwright/test'
import { expectNoFindings } from './axe.ts'
import { pressEnterOn, tabTo, typeInto } from './keys.ts'
import { createProduct, deleteCreated, uniqueName } from './products.ts'
import { signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

test.beforeEach(({ page }) => signInAsOwner(page))
test.afterAll(deleteCreated)

const priceOf = async (page: Page, id: string) =>
  ((await (await page.request.get(`/api/products/${id}`)).json()) as { price: number }).price

test('Prices of chosen products are changed and taken back with the keyboard only', async ({ page }) => {
  const word = uniqueName('Bulk')
  const [one, two, three] = await Promise.all(
    ['One', 'Two', 'Three'].map((name) => createProduct(page, `${word} ${name}`, { price: 20 })),
  )
  await page.goto(`/admin/productlist?q=${encodeURIComponent(word)}`)
  await expect(page.getByText('3 of')).toBeVisible()
  await tabTo(page, page.getByRole('checkbox', { name: 'Choose all rows of the page' }))
  await page.keyboard.press(' ')
  await tabTo(page, page.getByRole('checkbox', { name: `Choose ${three!.name}` }))
  await page.keyboard.press(' ')
  await expect(page.getByText('2 of 3 chosen')).toBeVisible()
  const bar = page.getByRole('toolbar', { name: 'Change the chosen products' })
  const price = bar.getByRole('button', { name: 'Price' })
  await tabTo(page, price)
  await page.keyboard.press('ArrowRight')
  await expect(bar.getByRole('button', { name: 'Stock' })).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Price' })
  await typeInto(page, dialog.getByLabel('Amount'), '10')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('2 products will change.')).toBeVisible()
  await expect(dialog.getByRole('row', { name: one!.name })).toContainText('$22.00')
  await expectNoFindings(page, 'preview')
  await pressEnterOn(page, dialog.getByRole('button', { name: 'Change prices of 2 products' }))
  await expect(dialog.getByText('2 products changed.')).toBeVisible()
  await expectNoFindings(page, 'result')
  expect([await priceOf(page, one!._id), await priceOf(page, three!._id)]).toEqual([22, 20])
  await pressEnterOn(page, dialog.getByRole('button', { name: 'Undo' }))
  await expect(dialog.getByText('2 products taken back.')).toBeVisible()
  expect(await priceOf(page, two!._id)).toBe(20)
  await page.keyboard.press('Escape')
  await expect(price).toBeFocused()
})
