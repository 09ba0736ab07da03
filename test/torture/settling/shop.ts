/** Shared code of the campaigns about settling: a shop with a controllable PayPal sandbox that can be killed at any time. */
import { setTimeout as pause } from 'node:timers/promises'
import { newBuyer, restock } from '../buying.ts'
import { NoResponse, type Caller } from '../caller.ts'
import { startShop, type Place, type RunningShop } from '../running-shop.ts'

/** Webhooks do not reach a shop that chooses its own port, so it must query PayPal. */
export const CONTROLLED = { SANDBOX_CONTROLS: '1' }

export type Site = { place: Place; buyer: Caller; bag: string; violations: string[] }

/** Prepares a shop with a buyer and a large stock, and stops it. */
export async function openSite(place: Place): Promise<Site> {
  const shop = await startShop(place, CONTROLLED)
  const [bag = ''] = await restock(shop.origin, [100_000])
  const buyer = await newBuyer(shop.origin)
  await shop.kill()
  return { place, buyer, bag, violations: [] }
}

/** Starts the shop, runs `visit`, and kills the shop. */
export async function withShop<T>(site: Site, visit: (shop: RunningShop) => Promise<T>): Promise<T> {
  const shop = await startShop(site.place, CONTROLLED)
  site.buyer.origin = shop.origin
  try {
    return await visit(shop)
  } finally {
    await shop.kill()
  }
}

/**
 * Kills the shop during `work`, at a random moment within `withinMs` milliseconds.
 * @param ready resolves when this time begins; by default it begins with the work
 */
export async function killDuring(
  shop: RunningShop,
  withinMs: number,
  work: () => Promise<unknown>,
  ready?: () => Promise<unknown>,
): Promise<void> {
  const working = work().catch((error: unknown) => {
    if (!(error instanceof NoResponse)) throw error
  })
  await ready?.()
  await pause(Math.random() * withinMs)
  await shop.kill()
  await working
}

/** Sends a command to the controls of the PayPal sandbox. Throws if it fails. */
export async function controlPaypal(caller: Caller, command: object): Promise<void> {
  const { status, text } = await caller.post('/sandbox/controls/payments', command)
  if (status !== 200) throw new Error(`PayPal’s sandbox returned ${status} ${text}`)
}

export async function stockOf({ buyer, bag }: Site): Promise<number> {
  return (await buyer.get(`/api/products/${bag}`)).body.countInStock
}
