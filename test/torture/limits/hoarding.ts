/** Reserves as much stock as possible without paying, at all instances at once: with one account, and from one network. */
import { HOLDING } from '#server/kernel/limits/rules.ts'
import { Unexpected } from '../buying.ts'
import type { Caller } from '../caller.ts'
import { addressIn, newAddress, type Instances } from './instances.ts'
import { runConcurrently, quoted, registered, restock } from './accounts.ts'

const COFFEES = 8
const BAGS = 24
const CONCURRENCY = 8
/** Twice as many calls as are needed to reserve everything without limits. */
const CALLS = 106
const ACCOUNTS = 6

/** Attacks with one account, then with many accounts from one network. Returns one sentence per violation. */
export async function hoardOnce(shop: Instances, owner: Caller): Promise<string[]> {
  const beans = await restock(owner, Array<number>(COFFEES).fill(BAGS))
  const attacker = await registered(shop)
  const first = await hoard([attacker], beans, newAddress)
  const wrong = first.wrong
  for (const [id, bags] of first.held)
    if (bags > BAGS / 2) wrong.push(`One account holds ${bags} of ${BAGS} bags of ${id}`)
  if (first.orders > HOLDING.account.orders) wrong.push(`One account has ${first.orders} unpaid orders`)
  wrong.push(...(await otherCustomer(shop, beans)))
  await cancelOrders(attacker, first.ids)

  await restock(owner, Array<number>(COFFEES).fill(BAGS))
  const attackers = await Promise.all(Array.from({ length: ACCOUNTS }, () => registered(shop)))
  const network = Math.floor(Math.random() * 0xffff)
  const second = await hoard(attackers, beans, () => addressIn(network))
  wrong.push(...second.wrong)
  for (const [id, bags] of second.held)
    if (bags > (BAGS * 3) / 4) wrong.push(`One network holds ${bags} of ${BAGS} bags of ${id}`)
  if (second.orders > HOLDING.network.orders) wrong.push(`One network has ${second.orders} unpaid orders`)
  wrong.push(...(await otherCustomer(shop, beans)))
  for (const each of attackers) await cancelOrders(each, second.ids)
  return wrong
}

/** Places random orders concurrently, more than the limits allow. */
async function hoard(attackers: Caller[], beans: string[], address: () => string) {
  const wrong: string[] = []
  const ids: string[] = []
  const held = new Map<string, number>()
  const sizes = [1, 3, 6]
  const bodies = await Promise.all(
    attackers.map((attacker) =>
      Promise.all(
        sizes.flatMap((qty) => [
          quoted(
            attacker,
            beans.map((_id) => ({ _id, qty })),
          ),
          ...beans.map((_id) => quoted(attacker, [{ _id, qty }])),
        ]),
      ),
    ),
  )
  await runConcurrently(CALLS, CONCURRENCY, async (call) => {
    const index = call % attackers.length
    const choices = bodies[index]!
    const body = choices[Math.floor(Math.random() * choices.length)]
    const answer = await attackers[index]!.post('/api/orders', body, { 'x-forwarded-for': address() })
    if (answer.status === 201) {
      ids.push(answer.body._id)
      for (const { product, qty } of answer.body.orderItems) held.set(product, (held.get(product) ?? 0) + qty)
    } else if (answer.status !== 409 && answer.status !== 429)
      wrong.push(new Unexpected('Placing an order', answer).message)
  })
  return { wrong, ids, held, orders: ids.length }
}

/** Another customer must still be able to buy a bag of each. */
async function otherCustomer(shop: Instances, beans: string[]): Promise<string[]> {
  const buyer = await registered(shop)
  const body = await quoted(
    buyer,
    beans.map((_id) => ({ _id, qty: 1 })),
  )
  const answer = await buyer.post('/api/orders', body)
  if (answer.status !== 201) return [new Unexpected('An order of another customer', answer).message]
  await buyer.delete(`/api/orders/${answer.body._id}`)
  return []
}

/** Cancels the orders; those of other accounts get status 404, which does no harm. */
async function cancelOrders(account: Caller, ids: string[]): Promise<void> {
  await runConcurrently(ids.length, CONCURRENCY, async (index) => {
    await account.delete(`/api/orders/${ids[index]}`)
  })
}
