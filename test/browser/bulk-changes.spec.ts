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
  const rows = [one!, two!].map(({ _id, name }) => {
    return { _id, name, state: 'failed', message: 'Something went wrong', changes: [] }
  })
  await page.route('**/api/products/bulk/undo', (route) => route.fulfill({ json: { id: 'none', rows } }), {
    times: 1,
  })
  await pressEnterOn(page, dialog.getByRole('button', { name: 'Undo' }))
  await expect(dialog.getByRole('alert')).toContainText('0 products taken back, 2 failed.')
  await pressEnterOn(page, dialog.getByRole('button', { name: 'Try the rest again (2)' }))
  await expect(dialog.getByText('2 products taken back.')).toBeVisible()
  expect(await priceOf(page, two!._id)).toBe(20)
  await pressEnterOn(page, dialog.getByRole('button', { name: 'Do it again' }))
  await expect(dialog.getByText('2 products changed again.')).toBeVisible()
  expect(await priceOf(page, two!._id)).toBe(22)
  await pressEnterOn(page, dialog.getByRole('button', { name: 'Undo' }))
  await expect(dialog.getByText('2 products taken back.')).toBeVisible()
  expect(await priceOf(page, two!._id)).toBe(20)
  await page.keyboard.press('Escape')
  await expect(price).toBeFocused()
})

test('A product that was saved meanwhile is skipped loudly and tried again, and the change log takes the change back', async ({
  page,
}) => {
  const word = uniqueName('Busy')
  const [one, two] = await Promise.all(
    ['One', 'Two'].map((name) => createProduct(page, `${word} ${name}`, { price: 20 })),
  )
  await page.goto(`/admin/productlist?q=${encodeURIComponent(word)}`)
  await page.getByRole('checkbox', { name: 'Choose all rows of the page' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Price' })
  await dialog.getByLabel('Amount').fill('5')
  await dialog.getByLabel('In', { exact: true }).selectOption('Dollars')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('2 products will change.')).toBeVisible()
  await page.request.put(`/api/products/${two!._id}`, { data: { price: 30 } })
  await dialog.getByRole('button', { name: 'Change prices of 2 products' }).click()
  await expect(dialog.getByRole('alert')).toContainText('1 product changed, 1 skipped.')
  await expect(dialog.getByText('saved it meanwhile, so it was skipped')).toBeVisible()
  await expect(dialog.getByText('Price in the preview: $20.00')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try the rest again (1)' }).click()
  await expect(dialog.getByText('2 products changed.')).toBeVisible()
  expect([await priceOf(page, one!._id), await priceOf(page, two!._id)]).toEqual([25, 35])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.goto(`/admin/record?subject=product`)
  const line = page.getByRole('row', { name: '2 products' }).first()
  await line.getByText('All 2 rows').click()
  await expect(line.getByRole('group')).toContainText(one!.name)
  await line.getByRole('button', { name: 'Undo' }).click()
  const undo = page.getByRole('dialog', { name: 'Undo' })
  await expect(undo.getByText('2 products taken back.')).toBeVisible()
  expect([await priceOf(page, one!._id), await priceOf(page, two!._id)]).toEqual([20, 30])
  await undo.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('row', { name: 'Price +$5.00' }).first()).toContainText('Undone')
})

test('Rows stay chosen on other pages and with other filters, and all that match only with these filters', async ({
  page,
}) => {
  const product = await createProduct(page, uniqueName('Chosen'))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/productlist?rows=10')
  const box = page.getByRole('checkbox', { name: `Choose ${product.name}` })
  await box.check()
  const status = page.getByRole('region', { name: 'Chosen products' }).getByRole('status')
  await expect(status).toHaveText(/^1 of \d+ chosen$/)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(box).toHaveCount(0)
  await expect(status).toHaveText(/^1 of \d+ chosen$/)
  await page.getByRole('button', { name: 'Choose the page' }).click()
  await expect(status).toHaveText(/^11 of \d+ chosen$/)
  await page.getByRole('button', { name: /^Choose all \d+ that match$/ }).click()
  await expect(status).toHaveText(/^(\d+) of \1 chosen$/)
  await page.getByRole('combobox', { name: 'Show' }).selectOption('on-sale')
  await expect(status).toHaveCount(0)
})

test('A press with Shift chooses all rows from the one that was pressed before, with the mouse and with the keyboard', async ({
  page,
}) => {
  const word = uniqueName('Range')
  for (const name of ['A', 'B', 'C', 'D', 'E']) await createProduct(page, `${word} ${name}`)
  await page.goto(`/admin/productlist?q=${encodeURIComponent(word)}&sort=name&order=asc`)
  const boxOf = (name: string) => page.getByRole('checkbox', { name: `Choose ${word} ${name}` })
  const status = page.getByRole('region', { name: 'Chosen products' }).getByRole('status')
  await boxOf('D').click()
  await boxOf('B').click({ modifiers: ['Shift'] })
  await expect(status).toHaveText('3 of 5 chosen')
  await expect(boxOf('B')).toBeFocused()
  for (const name of ['B', 'C', 'D']) await expect(boxOf(name)).toBeChecked()
  expect(await page.evaluate('String(getSelection())')).toBe('')
  await boxOf('E').focus()
  await page.keyboard.press('Shift+Space')
  await expect(status).toHaveText('4 of 5 chosen')
  await boxOf('C').click()
  await boxOf('E').click({ modifiers: ['Shift'] })
  await expect(status).toHaveText('1 of 5 chosen')
  await expect(boxOf('B')).toBeChecked()
})

test('A bulk change whose answer is lost says so, and another try changes nothing twice', async ({
  page,
}) => {
  const product = await createProduct(page, uniqueName('Lost'), { price: 20 })
  await page.goto(`/admin/productlist?q=${encodeURIComponent(product.name)}`)
  await page.getByRole('checkbox', { name: `Choose ${product.name}` }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Price' })
  await dialog.getByLabel('Amount').fill('10')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await page.route(
    '**/api/products/bulk/apply',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Change prices of 1 product' }).click()
  await expect(dialog.getByRole('alert')).toContainText('0 products changed, 1 failed.')
  await dialog.getByRole('button', { name: 'Try the rest again (1)' }).click()
  await expect(dialog.getByText('1 product changed.')).toBeVisible()
  expect(await priceOf(page, product._id)).toBe(22)
})
