/** What the campaigns about settling share: a shop whose PayPal does as it is told, and that may die at any moment. */
import { setTimeout as pause } from 'node:timers/promises'
import { newBuyer, restock } from '../buying.ts'
import { NoAnswer, type Caller } from '../caller.ts'
import { startShop, type Place, type RunningShop } from '../running-shop.ts'

/** No delivery of a webhook reaches a shop that picks its own port, so that it must ask by itself. */
export const OBEDIENT = { SANDBOX_CONTROLS: '1' }

export type Site = { place: Place; buyer: Caller; bag: string; violations: string[] }

/** A shop with a buyer and enough bags, closed for the moment. */
export async function openSite(place: Place): Promise<Site> {
  const shop = await startShop(place, OBEDIENT)
  const [bag = ''] = await restock(shop.origin, [100_000])
  const buyer = await newBuyer(shop.origin)
  await shop.kill()
  return { place, buyer, bag, violations: [] }
}

/** Starts the shop for as long as `visit` takes, then kills it. */
export async function during<T>(site: Site, visit: (shop: RunningShop) => Promise<T>): Promise<T> {
  const shop = await startShop(site.place, OBEDIENT)
  site.buyer.origin = shop.origin
  try {
    return await visit(shop)
  } finally {
    await shop.kill()
  }
}

/**
 * Kills the shop at some moment within so many milliseconds, while the work is going on.
 * @param ready from when on; from the start of the work without
 */
export async function killedDuring(
  shop: RunningShop,
  within: number,
  work: () => Promise<unknown>,
  ready?: () => Promise<unknown>,
): Promise<void> {
  const working = work().catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error
  })
  await ready?.()
  await pause(Math.random() * within)
  await shop.kill()
  await working
}

/** Tells the stand-in of PayPal what to do next. Throws when it cannot. */
export async function tellPaypal(caller: Caller, wish: object): Promise<void> {
  const { status, text } = await caller.post('/sandbox/controls/payments', wish)
  if (status !== 200) throw new Error(`PayPal’s sandbox answered ${status} ${text}`)
}

export async function stockOf({ buyer, bag }: Site): Promise<number> {
  return (await buyer.get(`/api/products/${bag}`)).body.countInStock
}

/** Asks again until the answer is as it should be, for so many seconds. Answers the last one. */
export async function until<T>(
  ask: () => Promise<T>,
  isDone: (answer: T) => boolean,
  seconds = 15,
): Promise<T> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (isDone(answer) || performance.now() > end) return answer
    await pause(50)
  }
}
