/**
 * `test` for specs that look at pages and fill in forms: the tests of a worker share one context and its first page.
 * Playwright clears cookies, cache, storage, routes, init scripts, the clock and emulated media between them, and closes
 * other pages. decisions/037
 *
 * Tests of sessions, storage, second tabs, lost connections and first visits import `test` from `@playwright/test`: their
 * context is always fresh.
 */
import { test as fresh } from '@playwright/test'

export const test = fresh.extend<object, { reuseContext: boolean }>({
  reuseContext: [true, { scope: 'worker' }],
  // Playwright does not reset these.
  context: async ({ context }, use) => {
    await use(context)
    await context.setOffline(false)
    await context.clearPermissions()
  },
})
