import type { Page, Route } from '@playwright/test'

/** Holds requests until they are released. */
export async function holdRequests(page: Page, pattern: string) {
  const kept: Route[] = []
  let open = false
  await page.route(pattern, (route) => (open ? route.continue() : void kept.push(route)))
  return {
    waiting: () => kept.length,
    release: async () => {
      open = true
      await Promise.all(kept.map((route) => route.continue()))
    },
  }
}
