/** *Find your coffee*: four questions, and two coffees in the cart's reach. */
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { waitForHydration } from './steps.ts'
import { test } from './visitor.ts'

test('"something fruity for my V60" is in the cart after 5 taps on a phone, from the home page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Find your coffee' }).first().click()
  await page.getByRole('radio', { name: 'V60 or Chemex' }).click()
  await page.getByRole('radio', { name: 'Fruit and flowers' }).click()
  await page.getByRole('button', { name: 'Show my two coffees' }).click()
  await expect(page.getByRole('heading', { name: 'V60 or Chemex, fruit and flowers' })).toBeFocused()
  await expect(page.getByText('It tastes of fruit', { exact: false }).first()).toBeVisible()
  await expectAccessible(page, 'the two coffees')
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  await expect(page.getByRole('link', { name: '1 in your cart' }).first()).toBeVisible()
})

test('"a coffee for milk from a moka pot", without JavaScript, at a shareable address that search engines leave out', async ({
  browser,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 800 },
  })
  const page = await context.newPage()
  await page.goto('/find-your-coffee')
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  await page.getByRole('radio', { name: 'Moka pot' }).check()
  await page.getByRole('radio', { name: 'With milk' }).check()
  await page.getByRole('button', { name: 'Show my two coffees' }).click()
  await expect(page.getByRole('heading', { name: 'Moka pot, with milk' })).toBeVisible()
  const shown = () => page.locator('article h3').allInnerTexts()
  const coffees = await shown()
  expect(coffees).toHaveLength(2)
  await expect(page.getByText('It keeps its taste in milk.').first()).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  // Unknown answers and campaign parameters change nothing.
  await page.goto('/find-your-coffee?milk=milk&brewer=moka&taste=oysters&utm_source=x')
  expect(await shown()).toEqual(coffees)
  await page.getByRole('link', { name: 'The same as decaf' }).click()
  await expect(page.getByRole('heading', { name: /Decaf/i }).first()).toBeVisible()
  await page.goto('/find-your-coffee?brewer=espresso&milk=milk&taste=fruit&roast=light')
  await expect(page.getByText('Milk covers what is light and fruity', { exact: false })).toBeVisible()
  await context.close()
})

test('Back brings the answers before, and the link to the list has them as filters', async ({ page }) => {
  await page.goto('/find-your-coffee?brewer=&milk=&taste=chocolate&roast=')
  await waitForHydration(page)
  await page.getByRole('radio', { name: 'Dark' }).click()
  await page.getByRole('button', { name: 'Show my two coffees' }).click()
  await expect(page.getByRole('heading', { name: 'Chocolate and nuts, dark' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Chocolate and nuts', exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'I don’t mind' })).toBeChecked()
  await page.getByRole('link', { name: 'All coffees like these' }).click()
  await expect(page).toHaveURL(/\/shop\?flavor=chocolate,nut$/)
  await expect(page.getByRole('link', { name: 'Remove Flavor: Chocolate' })).toBeVisible()
})
