/** Coffees side by side, and the map of taste. */
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { waitForHydration } from './steps.ts'
import { test } from './visitor.ts'

const [GUJI, NYERI, HUILA] = ['guji', 'nyeri', 'huila'] as const

/** Addresses and names of coffees of the demo. */
async function coffeesOf(page: Page, ...words: string[]) {
  const all: { slug: string; name: string }[] = await (await page.request.get('/api/coffees')).json()
  return words.map((word) => all.find(({ name }) => name.toLowerCase().includes(word))!)
}

const boxOf = async (shown: Locator) => (await shown.boundingBox())!
const columns = (page: Page) => page.locator('thead th:visible')

test('without JavaScript, a phone of 320 px compares coffees by a form, shows the third instead of another, and removes one', async ({
  browser,
}) => {
  const viewport = { width: 320, height: 700 }
  const context = await browser.newContext({ javaScriptEnabled: false, viewport })
  const page = await context.newPage()
  const [guji, nyeri, huila] = await coffeesOf(page, GUJI, NYERI, HUILA)
  await page.goto('/compare')
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  await page.getByLabel('First coffee').selectOption(guji!.name)
  await page.getByLabel('Second coffee').selectOption(nyeri!.name)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(columns(page)).toHaveCount(2)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByLabel('Add a third').selectOption(huila!.name)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(columns(page)).toHaveText([/Huila/, /Guji/])
  await page.getByRole('link', { name: `Show it instead of ${huila!.name}` }).click()
  await expect(columns(page)).toHaveText([/Nyeri/, /Guji/])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  await page.getByRole('link', { name: `Remove ${guji!.name}` }).click()
  await expect(columns(page)).toHaveText([/Nyeri/, /Huila/])
  // Unknown coffees and campaign parameters change nothing else.
  await page.goto(`/compare?with=gone,${guji!.slug}&utm_source=x`)
  await expect(page.getByText('A coffee of this link is no longer on sale.')).toBeVisible()
  await expect(columns(page)).toHaveText([/Guji/])
  await context.close()
})

test('coffees are added and removed, Back brings the choice before, and the names stay in view', async ({
  page,
}) => {
  const [guji, nyeri, huila] = await coffeesOf(page, GUJI, NYERI, HUILA)
  await page.goto(`/product/${guji!.slug}`)
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await page.getByLabel('Compare with').selectOption(nyeri!.name)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`with=${guji!.slug},${nyeri!.slug}$`))
  await expect(page.getByRole('heading', { name: `${guji!.name}, ${nyeri!.name}` })).toBeFocused()
  // Both are single origins in stock.
  const same = page.locator('details', { hasText: 'The same for all' })
  await expect(page.getByRole('row', { name: /Availability/ })).toHaveCount(0)
  await same.locator('summary').click()
  await expect(same.getByText('In stock')).toBeVisible()
  await page.getByLabel('Add a third').selectOption(huila!.name)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(columns(page)).toHaveText([/Huila/, /Guji/, /Nyeri/])
  await expect(page.getByRole('form', { name: 'Choose coffees' })).toHaveCount(0)
  await expectAccessible(page, 'three coffees')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 500 })
    await page.evaluate('scrollTo({ top: 600, behavior: "instant" })')
    const { y } = await boxOf(page.getByRole('columnheader', { name: /Guji/ }))
    // The header of the site is 4 rem high: 72 px on phones, 80 on large screens.
    expect(y).toBeGreaterThan(70)
    expect(y).toBeLessThan(82)
  }
  await page.goBack()
  await expect(columns(page)).toHaveText([/Guji/, /Nyeri/])
  await expect(page.getByLabel('Add a third')).toHaveValue('')
})

test('the map of taste leads to its coffees by keyboard, and a phone shows the table first', async ({
  page,
}) => {
  const [guji] = await coffeesOf(page, GUJI)
  await page.goto('/taste')
  await waitForHydration(page)
  const map = page.getByRole('group', { name: 'Map of taste' })
  const mark = map.getByRole('link', { name: guji!.name })
  await expect(mark).toBeVisible()
  // No name covers another.
  const names = await page.evaluate<
    [number, number, number, number][]
  >(`[...document.querySelectorAll('svg a')]
  .map((mark) => {
    const { left, right, top, bottom } = mark.querySelector('text:last-of-type').getBoundingClientRect()
    return [left, right, top, bottom]
  })`)
  expect(names.length).toBeGreaterThan(8)
  for (const [index, one] of names.entries())
    for (const other of names.slice(index + 1))
      expect(one[0] < other[1] && other[0] < one[1] && one[2] < other[3] && other[2] < one[3]).toBe(false)
  await expectAccessible(page, 'map of taste')
  await mark.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/product/${guji!.slug}$`))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/taste')
  const [table, svg] = [await page.getByRole('table').boundingBox(), await map.boundingBox()]
  expect(table!.y).toBeLessThan(svg!.y)
  await expectAccessible(page, 'map of taste on a phone')
})
