/** Load from many concurrent buyers. Each has its own connection and places orders, or places orders and pays them. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { VIENNA } from '#test/purchase.ts'
import { Client, json, request } from './client.ts'
import type { PreparedShop } from './stock.ts'

const WARM_UP_MS = 1000

/** A buyer at the last step of the checkout: two coffees in the cart, with a shipping quote. */
export type Buyer = { client: Client; paypal: Client; cookie: string; order: Record<string, unknown> }

/**
 * Requests a shipping quote for every buyer's cart.
 * @param paypalPort where the buyers approve payments: the port of the sandbox's pages, or of a shop that forwards them
 */
export async function fillCarts(
  port: number,
  { productIds, cookies }: PreparedShop,
  paypalPort = port,
): Promise<Buyer[]> {
  return Promise.all(
    cookies.map(async (cookie, index) => {
      const client = new Client(port)
      const orderItems = [0, 5].map((step) => ({
        _id: productIds[(index + step) % productIds.length]!,
        qty: 1,
      }))
      const cart = { orderItems, shippingAddress: VIENNA }
      const answer = await client.ask(
        request({ method: 'POST', path: '/api/shippo/calcship', cookie, body: cart }),
      )
      const { quoteId } = json(answer, 200) as { quoteId: string }
      const order = { ...cart, paymentMethod: 'PayPal', shippingQuote: { quoteId } }
      return { client, paypal: new Client(paypalPort), cookie, order }
    }),
  )
}

/** Places one order and returns its id. */
async function place({ client, cookie, order }: Buyer): Promise<string> {
  const bytes = request({ method: 'POST', path: '/api/orders', cookie, key: randomUUID(), body: order })
  return (json(await client.ask(bytes), 201) as { _id: string })._id
}

/** Places an order, opens its payment, approves it in PayPal's window and pays. */
async function buy(buyer: Buyer): Promise<void> {
  const { client, paypal, cookie } = buyer
  const id = await place(buyer)
  const opened = await client.ask(
    request({ method: 'POST', path: `/api/orders/${id}/paypal`, cookie, body: {} }),
  )
  const { orderId } = json(opened, 200) as { orderId: string }
  const window = `/sandbox/paypal/checkoutnow/${orderId}/approve`
  json(await paypal.ask(request({ method: 'POST', path: window, body: {} })), 200)
  const path = `/api/orders/${id}/pay`
  const paid = await client.ask(request({ method: 'PUT', path, cookie, body: { id: orderId } }))
  if (!(json(paid, 200) as { isPaid: boolean }).isPaid) throw new Error('The order is not paid')
}

export type Action = 'place' | 'buy'
const ACTIONS = { place, buy }

/** How many actions all buyers complete per second. Each buyer starts the next action immediately. */
export async function completedPerSecond(
  buyers: Buyer[],
  action: Action,
  milliseconds: number,
): Promise<number> {
  const work = { running: true }
  let done = 0
  const loops = Promise.all(
    buyers.map(async (buyer) => {
      while (work.running) {
        await ACTIONS[action](buyer)
        done++
      }
    }),
  )
  await Promise.race([pause(WARM_UP_MS), loops])
  const before = done
  const start = performance.now()
  await Promise.race([pause(milliseconds), loops])
  const rate = ((done - before) / (performance.now() - start)) * 1000
  work.running = false
  await loops
  return rate
}

/** Completes `count` actions, with all buyers at the same time. Returns the seconds that they took. */
export async function complete(buyers: Buyer[], action: Action, count: number): Promise<number> {
  let started = 0
  const start = performance.now()
  await Promise.all(
    buyers.map(async (buyer) => {
      while (started++ < count) await ACTIONS[action](buyer)
    }),
  )
  return (performance.now() - start) / 1000
}

/** Closes the buyers' connections. */
export function disconnect(buyers: Buyer[]): void {
  for (const { client, paypal } of buyers) {
    client.close()
    paypal.close()
  }
}

/**
 * Places orders at a fixed rate while `work` runs. Returns the actual rate, which is lower if the shop cannot keep up:
 * then no buyer is free for the next order.
 */
export async function whilePlacing<T>(
  buyers: Buyer[],
  rate: number,
  work: () => Promise<T>,
): Promise<{ result: T; rate: number }> {
  const free = [...buyers]
  const start = performance.now()
  let started = 0
  const failures: Error[] = []
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - start) * rate) / 1000) - started
    for (const buyer of free.splice(0, Math.max(0, due))) {
      started++
      place(buyer).then(
        () => free.push(buyer),
        (error: Error) => failures.push(error),
      )
    }
  }, 1)
  const result = await work()
  clearInterval(timer)
  const reached = (started / (performance.now() - start)) * 1000
  while (free.length < buyers.length && failures.length === 0) await pause(5)
  if (failures[0]) throw failures[0]
  return { result, rate: reached }
}
