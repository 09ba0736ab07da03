import { devices, expect, test } from '@playwright/test'
import { UNTIL_ANIMATIONS_END } from './axe.ts'

const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
test.use(phone)

/** Runs in the page: the colors of the form's button. */
const LOOK = `(() => {
  const { backgroundColor, color } = getComputedStyle(document.querySelector('main button[type="submit"]'))
  return color + ' on ' + backgroundColor
})()`

test('on a phone a primary button looks the same after a tap as before', async ({ page }) => {
  await page.goto('/login')
  expect(await page.evaluate('matchMedia("(hover: hover)").matches')).toBe(false)
  const button = page.getByRole('button', { name: 'Sign In' })
  await expect(button).toBeEnabled()
  const look = () => page.evaluate<string>(LOOK)
  const before = await look()
  await button.tap()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  const isHovered = () =>
    page.evaluate('document.querySelector("main button[type=submit]").matches(":hover")')
  await expect.poll(isHovered).toBe(true)
  await page.evaluate(UNTIL_ANIMATIONS_END)
  expect(await look()).toBe(before)
})

test('on a phone a tapped toast still disappears after its time', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('certainly wrong')
  await page.getByRole('button', { name: 'Sign In' }).tap()
  const notice = page.getByRole('region', { name: 'Notices' }).getByText('Invalid email or password')
  await notice.tap()
  await expect(notice).toBeHidden({ timeout: 30_000 })
})
