/** The shop of the tests of the demo's desk. */
import { afterAll, expect } from 'vitest'
import { firstStart } from '#server/start/first-start.ts'
import { openShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'

/** A test shop with the demo, as it is after its first start, and its owner. */
export async function openDemoShop(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop({ ...options, env: { SEED: 'demo' } })
  afterAll(() => shop.close())
  await firstStart(shop.shop)
  const owner = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
  return {
    shop,
    owner,
    /** The answer that the owner gets. */
    get: async (path: string) => {
      const { status, body, text } = await owner.get(path)
      expect(status, text).toBe(200)
      return body
    },
  }
}
