/**
 * `test` for specs that look at pages and fill in forms: the tests of a worker share one context, and each has a page of
 * its own. Between tests the cookies, the storage, routes and other pages are removed. One page stays open, so the context
 * keeps its process and the code that it has loaded. decisions/037
 *
 * Specs of sessions, storage, second tabs and first visits, and those that set the clock or the options of a context,
 * import `test` from `@playwright/test`: their context is always fresh. A spec with tests of both kinds imports this one
 * as `visitor`, or the other one as `fresh`.
 *
 * A page with routes loads everything without the browser's cache, so a route that the page does not need while it loads
 * is added after `goto`.
 */
import { test as fresh, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { REDUCED_MOTION } from './motion.ts'
import { BASE_URL } from './playwright.config.ts'
import { movePointerAway } from './steps.ts'

type Shared = { context: BrowserContext; stays: Page }
type OfTest = {
  /** The page of a second person, with a session of its own. Its context is shared in the same way. */
  otherPage: Page
}

export const test = fresh.extend<OfTest, { shared: Shared; sharedWithOther: Shared }>({
  shared: [({ browser }, use) => share(browser, use), { scope: 'worker' }],
  sharedWithOther: [({ browser }, use) => share(browser, use), { scope: 'worker' }],
  context: async ({ shared }, use) => {
    await use(shared.context)
    await reset(shared)
  },
  page: async ({ context, viewport, contextOptions: { reducedMotion } }, use) => {
    const page = await context.newPage()
    if (viewport) await page.setViewportSize(viewport)
    if (reducedMotion !== REDUCED_MOTION.reducedMotion)
      await page.emulateMedia({ reducedMotion: reducedMotion ?? null })
    await movePointerAway(page)
    await use(page)
  },
  otherPage: async ({ sharedWithOther, viewport }, use) => {
    const page = await sharedWithOther.context.newPage()
    if (viewport) await page.setViewportSize(viewport)
    await movePointerAway(page)
    await use(page)
    await reset(sharedWithOther)
  },
})

async function share(browser: Browser, use: (shared: Shared) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: BASE_URL, ...REDUCED_MOTION })
  const stays = await context.newPage()
  // A page without scripts.
  await stays.goto('/favicon.svg')
  await use({ context, stays })
  await context.close()
}

/** Makes the context like a new one, except for what the browser has cached. */
async function reset({ context, stays }: Shared): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await Promise.all(
    context.pages().map(async (page) => {
      if (page !== stays) await page.close()
    }),
  )
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
  await stays.evaluate(() => localStorage.clear())
  const hasClock = await stays.evaluate<boolean>('"__pwClock" in globalThis')
  if (hasClock)
    throw new Error('A test that sets the clock needs a fresh context: import test from @playwright/test')
}
