import { orders, type Order } from '#shared/checkout/api/orders.ts'
import { call } from '#app/platform/api/call.ts'

const MAX_CHECKS = 40
/** Milliseconds between checks. */
const PAUSE = 500

/**
 * Waits until the shop has stored what a sandbox has reported to it, for at most twenty seconds.
 * @param has whether the order shows it
 */
export async function waitForOrder(id: string, has: (order: Order) => boolean): Promise<void> {
  for (let check = 0; check < MAX_CHECKS; check++) {
    if (has(await call(orders.one, { params: { id } }))) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}
