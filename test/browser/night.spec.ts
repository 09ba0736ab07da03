/** The dark scheme: as the device is set, or as the visitor chose, and never the wrong one first. */
import { expect, type Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { waitForHydration } from './steps.ts'
import { test } from './visitor.ts'

const DAY = 'rgb(244, 239, 230)'
const NIGHT = 'rgb(34, 36, 43)'
const ground = (page: Page) =>
  page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
const barColor = (page: Page) =>
  page.evaluate<string>(`[...document.querySelectorAll('meta[name=theme-color]')]
  .find(({ media }) => matchMedia(media).matches).content`)

test('without a choice, the site follows the device, also without JavaScript; pictures keep their paper, print is light', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, colorScheme: 'dark' })
  const page = await context.newPage()
  await page.goto('/shop')
  expect(await ground(page)).toBe(NIGHT)
  const paper = 'rgb(251, 248, 242)'
  await expect(page.locator('article > div').first()).toHaveCSS('background-color', paper)
  await page.goto('/gallery')
  await expect(page.locator('#image-1 a > span')).toHaveCSS('background-color', paper)
  await page.emulateMedia({ media: 'print' })
  expect(await ground(page)).toBe(DAY)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  expect(await ground(page)).toBe(DAY)
  await context.close()
})

test('a choice holds before the page has its scripts, in other tabs, and until it is given up', async ({
  page,
}) => {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.goto('/')
  await waitForHydration(page)
  const other = await page.context().newPage()
  await other.goto('/about')
  await waitForHydration(other)
  await page.getByRole('group', { name: 'Colors' }).getByRole('button', { name: 'Night' }).click()
  expect(await ground(page)).toBe(NIGHT)
  expect(await barColor(page)).toBe('#22242b')
  await expect.poll(() => ground(other)).toBe(NIGHT)
  await expect(other.getByRole('button', { name: 'Night' })).toHaveAttribute('aria-pressed', 'true')
  // Without the scripts of the page, only the one in the document's head can know the choice.
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/shop', { waitUntil: 'commit' })
  await page.waitForSelector('body')
  expect(await ground(page)).toBe(NIGHT)
  expect(await barColor(page)).toBe('#22242b')
  await page.unroute('**/*.js')
  problems.length = 0
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByRole('button', { name: 'Night' })).toHaveAttribute('aria-pressed', 'true')
  expect(await ground(page)).toBe(NIGHT)
  await page.getByRole('button', { name: 'As my device' }).click()
  expect(await ground(page)).toBe(DAY)
  expect(await barColor(page)).toBe('#f4efe6')
  expect(problems).toEqual([])
})

test('axe finds nothing at night', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const path of [
    '/',
    '/shop',
    '/find-your-coffee?taste=fruit',
    '/menu',
    '/gift-cards',
    '/cart',
    '/events',
    '/music',
    '/login',
  ]) {
    await page.goto(path)
    await waitForHydration(page)
    await page.mouse.move(2, 896)
    await expect.poll(() => axeFindings(page, { runOnly: ['color-contrast'] }), { message: path }).toEqual([])
  }
})
