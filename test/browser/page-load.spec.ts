/**
 * Pages are shown before their scripts load (decisions/012), their layout does not shift, and their scripts are small.
 */
import { expect, test, type Page } from '@playwright/test'
import { gzipSync } from 'node:zlib'
import { publicPaths } from '#shared/platform/pages.ts'
import { holdRequests } from './held-requests.ts'
import { WITH_MOTION } from './motion.ts'
import { expectAt, signInAsOwner, waitForHydration } from './steps.ts'
import { test as visitor } from './visitor.ts'

test.use(WITH_MOTION)
visitor.use(WITH_MOTION)

/** The maximum size of the scripts of a public page, in bytes of gzip. */
const MAX_SCRIPTS = 165 * 1024

test('a page is shown before its scripts are requested, and pictures load first', async ({ page }) => {
  // No timer starts the scripts: they start only when the resources have loaded.
  await stopClock(page)
  const scripts = requestsOf(page, /\/assets\/.*\.js$/)
  const pictures = await holdRequests(page, '**/pictures/**')
  await page.goto('/about', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => pictures.waiting()).toBeGreaterThan(0)
  expect(scripts).toEqual([])
  await pictures.release()
  await page.clock.resume()
  await expect.poll(() => scripts.length).toBeGreaterThan(0)
})

test('the first input of a visitor loads the scripts at once', async ({ page }) => {
  await stopClock(page)
  const scripts = requestsOf(page, /\/assets\/.*\.js$/)
  const pictures = await holdRequests(page, '**/pictures/**')
  await page.goto('/about', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('footer')).toBeAttached()
  await page.keyboard.press('Tab')
  await expect.poll(() => scripts.length).toBeGreaterThan(0)
  await pictures.release()
})

test('a document contains its own styles, and a page that is opened later in the tab looks the same', async ({
  page,
}) => {
  const sheets = requestsOf(page, /\/assets\/.*\.css/)
  await page.goto('/privacypolicy')
  await waitForHydration(page)
  expect(sheets).toEqual([])
  const policy = await page.evaluate<string[]>(LOOKS)
  await page.goto('/wholesale')
  await waitForHydration(page)
  const wholesale = await page.evaluate<string[]>(LOOKS)
  expect(wholesale).not.toEqual(policy)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expectAt(page, '/privacypolicy')
  await expect.poll(() => page.evaluate<string[]>(LOOKS)).toEqual(policy)
  expect(sheets).not.toEqual([])
  await page.goBack()
  await expectAt(page, '/wholesale')
  await expect.poll(() => page.evaluate<string[]>(LOOKS)).toEqual(wholesale)
})

test('without scripts the browser sends the form itself', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/')
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron')
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.getByLabel('Message', { exact: true }).fill('My telephone is older than your scripts.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Message sent successfully!')).toBeVisible()
})

for (const path of ['/', '/about', '/menu', '/privacypolicy']) {
  test(`the layout of ${path} does not shift when the fonts load`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const fonts = await holdRequests(page, '**/*.woff2')
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect.poll(() => fonts.waiting()).toBeGreaterThan(1)
    await page.evaluate(RENDERED)
    await fonts.release()
    await page.evaluate('document.fonts.ready')
    await page.evaluate(RENDERED)
    expect(await page.evaluate<number>(SHIFTS)).toBeLessThan(0.01)
  })
}

for (const path of publicPaths())
  test(`the scripts of ${path} are at most 165 KB`, async ({ request }) => {
    const html = await (await request.get(path)).text()
    const urls = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, url = '']) => url)
    expect(urls.length).toBeGreaterThan(3)
    const sizes = await Promise.all(
      urls.map(async (url) => gzipSync(await (await request.get(url)).body()).length),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_SCRIPTS)
  })

test('a document is compressed, also for the first request and for a page that is not found', async ({
  request,
}) => {
  const news = `?first=${Date.now()}`
  for (const path of [`/about${news}`, `/about${news}`, '/nothing-here']) {
    for (const encoding of ['br', 'gzip']) {
      const answer = await request.get(path, { headers: { 'accept-encoding': encoding } })
      expect(answer.headers()['content-encoding']).toBe(encoding)
      expect(answer.headers().vary).toContain('accept-encoding')
      expect(await answer.text()).toMatch(/<\/html>$/)
    }
  }
  const plain = await request.get(`/about${news}2`, { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers()['content-encoding']).toBeUndefined()
})

visitor('the layout of the admin does not shift when data arrives late', async ({ page }) => {
  await signInAsOwner(page)
  await page.setViewportSize({ width: 390, height: 844 })
  // Not by a route, because pages with routes load their scripts without the browser's cache.
  await page.addInitScript(DELAY_CALLS)
  for (const path of ['orderlist', 'shipping', 'productlist', 'money', 'menuedit', 'messages', 'mail']) {
    await page.goto(`/admin/${path}`)
    await page.waitForLoadState('networkidle')
    await expect.poll(() => page.evaluate('delayed.arrived > 0 && delayed.waiting === 0')).toBe(true)
    await page.evaluate(RENDERED)
    expect(await page.evaluate<number>(SHIFTS), path).toBeLessThan(0.01)
  }
})

/** Runs in the page: calls of the API are sent 300 ms later. */
const DELAY_CALLS = `(() => {
  const call = globalThis.fetch
  globalThis.delayed = { waiting: 0, arrived: 0 }
  globalThis.fetch = async (...args) => {
    const url = args[0] instanceof Request ? args[0].url : String(args[0])
    if (!url.includes('/api/')) return call(...args)
    delayed.waiting++
    await new Promise((resolve) => setTimeout(resolve, 300))
    try {
      return await call(...args)
    } finally {
      delayed.waiting--
      delayed.arrived++
    }
  }
})()`

/** Resolves when the page is rendered. */
const RENDERED = 'new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))'

/** How the content and its elements look. */
const LOOKS = `[...document.querySelectorAll('main, main *')].map((element) => {
  const { font, color, display, padding, margin, border, width } = getComputedStyle(element)
  return [element.tagName, font, color, display, padding, margin, border, width].join(' ')
})`

/** The sum of all layout shifts so far. */
const SHIFTS = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value
  }).observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => setTimeout(() => resolve(sum)))
})`

/** Stops the clock of the pages that are opened next. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
}

function requestsOf(page: Page, pattern: RegExp): string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    if (pattern.test(request.url())) urls.push(request.url())
  })
  return urls
}
