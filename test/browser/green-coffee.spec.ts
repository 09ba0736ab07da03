/** Green coffee, roasts and recipes: a lot is received, counted and put into a roast, and the roast into a recipe. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { callApi, coffeeOfOwn } from './by-api.ts'
import { expectAt, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

test('the owner adds lots, receives and counts one, blends them in a roast, and writes a recipe', async ({
  page,
}) => {
  const number = Date.now() % 100_000
  const coffee = await coffeeOfOwn('Blended')
  const [guji, huila] = [`GUJI-${number}`, `HUILA-${number}`]
  await signInAsOwner(page)
  const other = { code: huila, name: 'Colombia Huila', boughtGrams: 60_000, cost: 480 }
  await callApi(page.request, 'POST', '/api/green', other)
  await addLot(page, guji, 'Ethiopia Guji')
  await expect(page.getByRole('table', { name: 'On the way' })).toContainText(huila)
  await expectAccessible(page, 'green coffee')

  await page.getByRole('link', { name: `Receive ${guji}` }).click()
  await expect(page.getByRole('textbox', { name: 'Weight that arrived' })).toHaveValue('132.28')
  await page.getByRole('textbox', { name: 'Weight that arrived' }).fill('130,5')
  await expect(page.getByText('= 59.194 kg')).toBeVisible()
  await page.getByLabel('Arrived on').fill('2026-01-15')
  await expectAccessible(page, 'a lot on the way')
  await page.getByRole('button', { name: 'Receive', exact: true }).click()
  await expect(page.getByText('130.5 lb (59.194 kg) left')).toBeVisible()

  await page.getByText('Count it').click()
  await page.getByRole('textbox', { name: 'Counted' }).fill('58 kg')
  await page.keyboard.press('Tab')
  await expect(page.getByText('2.63 lb (1.194 kg) less than expected')).toBeVisible()
  await expectAccessible(page, 'the count of a lot')
  await page.getByRole('button', { name: 'Save the count' }).click()
  const changes = page.getByRole('table', { name: 'Changes' })
  await expect(changes.getByRole('row').filter({ hasText: 'Counted again' })).toContainText(
    '−2.63 lb (1.194 kg)',
  )

  await page.getByText('Take some out, or add some').click()
  await page.getByLabel('Weight', { exact: true }).fill('59000 g')
  await page.getByRole('button', { name: 'Save the change' }).click()
  await expect(page.getByText(`Lot ${guji} has 127.87 lb (58 kg) left`)).toBeVisible()

  await addBlend(page, guji, huila, `House ${number}`)
  await page.goto('/admin/recipes')
  await expectAccessible(page, 'recipes')
  await page.getByRole('link', { name: coffee.name }).click()
  await page.getByLabel('Roast', { exact: true }).selectOption(`House ${number}`)
  await expect(page.getByText('Together 100%')).toBeVisible()
  await expectAccessible(page, 'the form of a recipe')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectAt(page, '/admin/recipes')
  const row = page.getByRole('row').filter({ hasText: coffee.name })
  await expect(row).toContainText(`100% House ${number}`)
})

test('the first picture of a page has pounds, and 152.1 lb stay 152.1 lb however often they are saved', async ({
  page,
}) => {
  const code = `BAG-${Date.now() % 100_000}`
  await signInAsOwner(page)
  await page.goto('/admin/green-coffee')
  await page.getByRole('link', { name: 'Add lot' }).click()
  await page.getByLabel('Lot number').fill(code)
  await page.getByLabel('Coffee', { exact: true }).fill('Sumatra Lintong')
  const weight = page.getByRole('textbox', { name: 'Weight bought' })
  await weight.fill('152.1')
  await page.getByLabel('Cost of the lot').fill('480')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expectAt(page, '/admin/green-coffee')
  for (const supplier of ['First', 'Second']) {
    await page.getByRole('link', { name: code, exact: true }).first().click()
    await page.getByRole('link', { name: 'Edit' }).first().click()
    await expect(weight).toHaveValue('152.1')
    await page.getByLabel('Supplier').fill(supplier)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Lot updated')).toBeVisible()
    await page.goto('/admin/green-coffee')
  }
  await page.addInitScript(NOTE_KILOGRAMS)
  await page.route('**/api/settings/**', (route) => route.abort())
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText(/152\.1\slb \(68\.991\skg\)/)
  expect(await page.evaluate('kilogramsFirst')).toEqual([])
})

/** Collects the cells that begin with kilograms at any time while the page loads. */
const NOTE_KILOGRAMS = `globalThis.kilogramsFirst = []
new MutationObserver(() => {
  for (const { textContent: text } of document.querySelectorAll('main td'))
    if (/^[\\d.,]+\\skg/.test(text)) kilogramsFirst.push(text)
}).observe(document, { childList: true, subtree: true, characterData: true })`

async function addLot(page: Page, code: string, name: string): Promise<void> {
  await page.goto('/admin/green-coffee')
  await page.getByRole('link', { name: 'Add lot' }).click()
  await page.getByLabel('Lot number').fill(code)
  await page.getByLabel('Coffee', { exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Weight bought' }).fill('sixty')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Enter a weight as a number, such as 12.5.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Weight bought' }).fill('60 kg')
  await expect(page.getByText('= 132.28 lb')).toBeVisible()
  await page.getByLabel('Cost of the lot').fill('480')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expectAt(page, '/admin/green-coffee')
  await expect(page.getByRole('table', { name: 'On the way' })).toContainText(code)
}

/** Makes a roast of two lots, first with percents that do not add up. */
async function addBlend(page: Page, first: string, second: string, name: string): Promise<void> {
  await page.goto('/admin/roasts')
  await page.getByRole('link', { name: 'Add roast' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  const lots = page.getByRole('group', { name: 'Green coffee' })
  await choose(page, 0, first)
  await lots.getByLabel('Percent').nth(0).fill('60')
  await expect(lots.getByText('Together 60%: 40% missing')).toBeVisible()
  await lots.getByRole('button', { name: 'Add a lot' }).click()
  await choose(page, 1, second)
  await expect(lots.getByLabel('Percent').nth(1)).toHaveValue('40')
  await lots.getByLabel('Percent').nth(1).fill('30')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(lots.getByText('The percents add up to 90. They have to add up to exactly 100')).toBeVisible()
  await expectAccessible(page, 'the form of a roast')
  await lots.getByLabel('Percent').nth(1).fill('40')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expectAt(page, '/admin/roasts')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText(`60% ${first}`)
  await expectAccessible(page, 'roasts')
}

/** Chooses the lot of a part by its number. */
async function choose(page: Page, part: number, code: string): Promise<void> {
  const select = page.getByLabel('Lot', { exact: true }).nth(part)
  const value = await select.locator('option', { hasText: code }).getAttribute('value')
  await select.selectOption(value)
}
