/** The address widget of the checkout (test/SPEC.md, "Address widget"), by keyboard and with its screen reader texts. */
import { gzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { signInAsNewCustomer, expectPart, openCheckout, typeAddress } from './steps.ts'
import { test } from './visitor.ts'

test.beforeEach(async ({ page }) => {
  await signInAsNewCustomer(page)
  await openCheckout(page, 'haraz')
})

const options = (page: Page) => page.getByRole('listbox', { name: 'Addresses' }).getByRole('option')
const box = (page: Page) => page.getByRole('combobox', { name: 'Find your address' })

test('an address is found, chosen and filled in by keyboard only, without a confirm dialog', async ({
  page,
}) => {
  await box(page).focus()
  await expect(page.getByText('Type in 2 or more characters for results.')).toBeVisible()
  await page.keyboard.type('145 Chu')
  const option = page.getByRole('option', { name: /145 Church Street NW/ })
  await expect(option).toBeVisible()
  await expect(page.getByRole('status').getByText('1 address. Use the arrow keys')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(option).toHaveAttribute('aria-selected', 'true')
  const id = await option.getAttribute('id')
  await expect(box(page)).toHaveAttribute('aria-activedescendant', id!)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('145 Church Street NW')
  await expect(page.getByLabel('City')).toHaveValue('Vienna')
  await expect(page.getByLabel('State')).toHaveValue('VA')
  await expect(page.getByLabel('Postal Code')).toHaveValue('22180')
  await expect(page.getByRole('img', { name: 'Map around 145 Church Street NW' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('#payment[data-open]').or(page.getByText('Did you mean'))).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('without results the list says No search results., and Escape closes it', async ({ page }) => {
  await box(page).fill('zzz')
  await expect(page.getByText('No search results.')).toBeVisible()
  await box(page).fill('145 Maple')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
})

test('two characters or fewer send no request', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/maps/suggest')) asked.push(request.url())
  })
  await box(page).pressSequentially('14')
  await box(page).pressSequentially('5')
  await expect.poll(() => asked.length).toBe(1)
  expect(new URL(asked[0]!).searchParams.get('text')).toBe('145')
})

test('if the map service fails, the results are hidden and the form still works', async ({ page }) => {
  await page.route('**/api/maps/**', (route) => route.abort())
  await box(page).fill('145 Church')
  await expect(page.getByText('Address search is not available right now')).toBeVisible()
  await expect(options(page)).toHaveCount(0)
  await typeAddress(page, '145 Church Street NE')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('#payment[data-open]').or(page.getByText('Did you mean'))).toBeVisible()
})

async function sendAddress(page: Page, city: string): Promise<void> {
  await typeAddress(page, '145 Church Street NW', city)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('an uncertain address opens a dialog: Cancel returns to the form, Yes changes the address', async ({
  page,
}) => {
  await sendAddress(page, 'Viena')
  const dialog = page.getByRole('dialog', { name: 'Did you mean?' })
  await expect(dialog).toContainText('Vienna, VA 22180')
  await expect(dialog).toContainText('Your confirmation helps improve address data accuracy.')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expectPart(page, 'delivery')
  await expect(page.getByLabel('City')).toHaveValue('Viena')
  const continueButton = page.getByRole('button', { name: 'Continue' })
  // The button ignores clicks until the form has processed the response.
  await expect(continueButton).toBeEnabled()
  await continueButton.press('Enter')
  await dialog.getByRole('button', { name: 'Back to the form' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  // The focus returns to the field that had it before the dialog.
  await expect(continueButton).toBeFocused()
  await expect(continueButton).toBeEnabled()
  await continueButton.press('Enter')
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expectPart(page, 'payment')
})

test('the choice No keeps the address and reports the correction to the map service', async ({ page }) => {
  const report = page.waitForRequest('**/api/maps/report')
  await sendAddress(page, 'Viena')
  await page.getByRole('button', { name: 'No, use the address I provided' }).click()
  expect((await report).postDataJSON()).toMatchObject({
    label: 'address_confirm_form',
    change: { address: '145 Church Street NW, Viena, VA 22180' },
  })
  await expectPart(page, 'payment')
})

test('an address that cannot be verified opens a dialog with the required text', async ({ page }) => {
  await page.route('**/api/maps/validate*', (route) =>
    route.fulfill({ json: { address: null, confidence: 'low' } }),
  )
  await sendAddress(page, 'Vienna')
  const dialog = page.getByRole('dialog', { name: 'Confirm address' })
  await expect(dialog).toContainText(
    "We couldn't verify this address. Please check that your information is correct before continuing.",
  )
  await dialog.getByRole('button', { name: 'Use the address I provided' }).click()
  await expectPart(page, 'payment')
})

test('the pin is moved by arrow keys, and saved or canceled', async ({ page }) => {
  await box(page).fill('145 Church')
  await options(page).first().click()
  const map = page.getByRole('img', { name: /^Map around/ })
  await expect(map).toBeVisible()
  const before = await map.getAttribute('src')
  const asked = new URL(before!, 'http://x').searchParams
  const room = (await map.boundingBox())!
  const times = Math.min(2, 1280 / Math.max(room.width, room.height))
  expect(Math.abs(Number(asked.get('width')) - room.width * times)).toBeLessThan(2)
  expect(Math.abs(Number(asked.get('height')) - room.height * times)).toBeLessThan(2)
  await page.getByRole('button', { name: 'Adjust pin' }).click()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await map.getAttribute('src')).toBe(before)
  await page.getByRole('button', { name: 'Adjust pin' }).click()
  await page.keyboard.press('ArrowRight')
  const report = page.waitForRequest('**/api/maps/report')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await report).postDataJSON()).toMatchObject({ label: 'address_minimap' })
  await expect(map).not.toHaveAttribute('src', before!)
})

test('the pin is moved by a click and by buttons, says where it is, and Save and Cancel return the focus', async ({
  page,
}) => {
  await box(page).fill('145 Church')
  await options(page).first().click()
  const map = page.getByRole('img', { name: /^Map around/ })
  await expect(map).toBeVisible()
  const adjust = page.getByRole('button', { name: 'Adjust pin' })
  await adjust.press('Enter')
  await expect(page.getByRole('button', { name: /^Pin\./ })).toBeFocused()
  const { width, height } = (await map.boundingBox())!
  await map.click({ position: { x: width / 2 + 40, y: height / 2 - 20 } })
  await expect(page.getByText(/^The pin is \d+ feet north and \d+ feet east of the address\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(adjust).toBeFocused()
  await adjust.press('Enter')
  await page.getByRole('button', { name: 'Move the pin west' }).press('Enter')
  await expect(page.getByText(/^The pin is \d+ feet west of the address\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(adjust).toBeFocused()
})

test('only the checkout loads the widget, which is smaller than 15 KB', async ({ page, request }) => {
  // Ignores the requests of the shared setup.
  await expect(box(page)).toBeVisible()
  let fetched = new Set<string>()
  page.on('request', (asked) => {
    const { pathname } = new URL(asked.url())
    if (pathname.endsWith('.js')) fetched.add(pathname)
  })
  await page.goto('/cart')
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeEnabled()
  const elsewhere = fetched
  fetched = new Set()
  const document = (await (await page.goto('/checkout'))?.text()) ?? ''
  await box(page).fill('145 Church')
  await options(page).first().click()
  await expect(page.getByRole('img', { name: /^Map around/ })).toBeVisible()
  await sendAddress(page, 'Viena')
  await expect(page.getByRole('dialog', { name: 'Did you mean?' })).toBeVisible()
  // The document names the page's own scripts; the widget is loaded after the first input.
  // Every page loads the code that keeps the focus after hydration.
  const widget = [...fetched].filter((path) => !document.includes(path) && !path.includes('/keep-focus-'))
  expect(widget.length).toBeGreaterThan(1)
  expect(widget.filter((path) => elsewhere.has(path))).toEqual([])
  const sizes = await Promise.all(
    widget.map(async (path) => gzipSync(await (await request.get(path)).body()).length),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15 * 1024)
})
