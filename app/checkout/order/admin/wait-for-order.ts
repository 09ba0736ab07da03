import { orders, type Order } from '#shared/checkout/api/orders.ts'
import { call } from '#app/platform/api/call.ts'

const MAX_CHECKS = 40
/** Milliseconds between checks. */
const PAUSE = 500

/** Sandbox only: reads the order until the shop has learned what a simulated service did, 20 seconds at most. */
export async function waitForOrder(id: string, isChanged: (order: Order) => boolean): Promise<void> {
  for (let check = 0; check < MAX_CHECKS; check++) {
    if (isChanged(await call(orders.one, { params: { id } }))) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}
