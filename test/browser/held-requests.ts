/** Requests whose replies come late or never. */
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
      // The page may have aborted a request while it was held.
      await Promise.all(kept.map((route) => route.continue().catch(() => {})))
    },
  }
}

/** Lets the shop handle the next request to `url`, but drops the reply. */
export async function loseOneReply(page: Page, url: string): Promise<void> {
  await page.route(
    url,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
}
