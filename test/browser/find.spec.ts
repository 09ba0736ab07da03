/** Finding products: departments, filters, the order and the search, with and without JavaScript. */
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { htmlOf, textsOf } from './html.ts'
import { createProduct, uniqueName } from './products.ts'
import { expectAt, signInAsOwner, waitForHydration } from './steps.ts'
import { test } from './visitor.ts'

test('without JavaScript, a phone filters by a form and removes a filter by a link', async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  })
  const page = await context.newPage()
  await page.goto('/shop/coffee')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coffee')
  const all = Number(
    (await page.getByRole('status').filter({ hasText: 'coffees' }).innerText()).split(' ')[0],
  )
  await page
    .locator('summary')
    .filter({ hasText: /^Filter/ })
    .click()
  await page.locator('summary').filter({ hasText: 'Process' }).click()
  await page.getByRole('checkbox', { name: /^Washed/ }).check()
  await page.getByRole('checkbox', { name: /^Light/ }).check()
  await page.getByRole('button', { name: `Show ${all} coffees` }).click()
  expect(new URL(page.url()).searchParams.get('process')).toBe('washed')
  await expect(page.getByRole('link', { name: /Panama/ }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /Brazil/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Remove Roast: Light' }).click()
  await expect(page.getByRole('link', { name: /Kenya/ }).first()).toBeVisible()
  expect(page.url()).toMatch(/\/shop\/coffee\?process=washed$/)
  await page.getByRole('link', { name: 'Clear all' }).click()
  expect(page.url()).toMatch(/\/shop\/coffee$/)
  await context.close()
})

test('with JavaScript, each choice is applied at once, and neither focus nor place on the page is lost', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await page.goto('/shop/coffee/page/2')
  await waitForHydration(page)
  await page
    .locator('summary')
    .filter({ hasText: /^Filter/ })
    .click()
  await page.locator('summary').filter({ hasText: 'Process' }).click()
  const washed = page.getByRole('checkbox', { name: /^Washed/ })
  await washed.focus()
  const place = await page.evaluate('scrollY')
  await page.keyboard.press('Space')
  // The first page of the new list is another route.
  await expect(page).toHaveURL(/\/shop\/coffee\?process=washed$/)
  await expect(washed).toBeChecked()
  await expect(washed).toBeFocused()
  expect(await page.evaluate('scrollY')).toBe(place)
  const fruit = page.getByRole('checkbox', { name: /^Fruit/ })
  await fruit.focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/flavor=fruit&process=washed$/)
  await expect(fruit).toBeFocused()
  await expect(page.getByRole('link', { name: /Guatemala/ })).toHaveCount(0)
  await expectAccessible(page, 'a filtered list')
  await page.getByLabel('Sort by').selectOption('Price, low to high')
  await expect(page).toHaveURL(/sort=price$/)
  await expect(page.getByRole('main').getByRole('article').first()).toContainText('Rwanda', {
    ignoreCase: true,
  })
  await page.goBack()
  await page.goBack()
  await expect(fruit).not.toBeChecked()
  await expect(washed).toBeChecked()
  await page.getByRole('link', { name: 'Remove Process: Washed' }).click()
  await expect(washed).not.toBeChecked()
  await expect(page).toHaveURL(/\/shop\/coffee$/)
})

test('a misspelled word is corrected, and an empty list has a way out and the nearest matches', async ({
  page,
}) => {
  await page.goto('/search/Ethiopa')
  await expect(page.getByText('No product matches “Ethiopa”. These match “ethiopia”.')).toBeVisible()
  await expect(page.getByRole('article').getByRole('link', { name: /Ethiopia/ })).toBeVisible()
  await page.goto('/shop/coffee?process=wet-hulled&flavor=floral')
  await expect(page.getByRole('heading', { name: 'The nearest matches' })).toBeVisible()
  await expectAccessible(page, 'an empty list')
  await page.getByRole('link', { name: /^Any process/ }).click()
  await expect(page).toHaveURL(/\?flavor=floral$/)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('unknown values in an address are ignored, and an unknown department shows the page for a missing address', async ({
  request,
}) => {
  for (const path of [
    '/shop?roast=banana&sort=%00&page=-1',
    '/shop/coffee?process=&flavor[]=x&origin=%F0%28',
  ])
    expect((await request.get(path)).status(), path).toBe(200)
  expect(textsOf(await htmlOf(request, '/shop?origin=atlantis', 'main'), 'h2')).toContain(
    'No product matches all of these filters',
  )
  expect((await request.get('/shop/nowhere')).status()).toBe(404)
  expect((await request.get(`/search/${'a'.repeat(300)}`)).status()).toBe(400)
  expect(await (await request.get('/sitemap.xml')).text()).toContain('/shop/coffee</loc>')
  expect(await htmlOf(request, '/shop/prints', 'main')).toContain('BreadcrumbList')
})

test('the owner adds a department, and visitors find its products at its address', async ({ page }) => {
  await signInAsOwner(page)
  const name = uniqueName('Sencha')
  const tea = uniqueName('Tea')
  await createProduct(page, name, { category: tea, size: null })
  await page.goto('/admin/departments')
  await page.getByRole('link', { name: 'Add department' }).click()
  await page.getByLabel('Name').fill(tea)
  await page.getByLabel('Categories').fill(tea)
  await expectAccessible(page, 'the form of a department')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expectAt(page, '/admin/departments')
  await page.getByRole('link', { name: `/shop/${tea.toLowerCase().replace(' ', '-')}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tea)
  await expect(page.getByRole('article').getByRole('link', { name })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Departments' }).getByText(tea)).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('that nothing was found is announced, for a search, for filters and in the lists of the admin', async ({
  page,
}) => {
  await page.goto('/shop')
  await waitForHydration(page)
  const said = page.locator('output').first()
  await page.getByLabel('Search the shop').fill('zzzzqq')
  await page.keyboard.press('Enter')
  await expect(said).toHaveText(/^No products found for “zzzzqq”/)
  await page.getByLabel('Search the shop').fill('kenya')
  await page.keyboard.press('Enter')
  await expect(said).toHaveText(/^\d+ (coffees?|products?) found/)
  await signInAsOwner(page)
  await page.goto('/admin/productlist')
  await expect(page.getByRole('table')).toBeVisible()
  await page.getByRole('searchbox').first().fill('zzzzqq')
  await expect(said).toHaveText(/^No products match/)
})
