/** Holding the whole stock without paying, through every instance at once: by one account, and from one network. */
import { HOLDING } from '#server/limits/rules.ts'
import { Unexpected } from '../buying.ts'
import type { Caller } from '../caller.ts'
import { addressIn, newAddress, type Instances } from './instances.ts'
import { atOnce, quoted, registered, shelve } from './people.ts'

const COFFEES = 8
const BAGS = 24
const WIDTH = 8
/** Twice as many calls as it took to hold everything. */
const CALLS = 106
const ACCOUNTS = 6

/** One attack by one account, one by many of one network. Answers what was wrong. */
export async function hoardOnce(shop: Instances, owner: Caller): Promise<string[]> {
  const beans = await shelve(owner, Array<number>(COFFEES).fill(BAGS))
  const thief = await registered(shop)
  const taken = await hoard([thief], beans, newAddress)
  const wrong = taken.wrong
  for (const [id, bags] of taken.held)
    if (bags > BAGS / 2) wrong.push(`One account holds ${bags} of ${BAGS} bags of ${id}`)
  if (taken.orders > HOLDING.account.orders) wrong.push(`One account has ${taken.orders} unpaid orders`)
  wrong.push(...(await bystander(shop, beans)))
  await giveBack(thief, taken.ids)

  await shelve(owner, Array<number>(COFFEES).fill(BAGS))
  const gang = await Promise.all(Array.from({ length: ACCOUNTS }, () => registered(shop)))
  const network = Math.floor(Math.random() * 0xffff)
  const more = await hoard(gang, beans, () => addressIn(network))
  wrong.push(...more.wrong)
  for (const [id, bags] of more.held)
    if (bags > (BAGS * 3) / 4) wrong.push(`One network holds ${bags} of ${BAGS} bags of ${id}`)
  if (more.orders > HOLDING.network.orders) wrong.push(`One network has ${more.orders} unpaid orders`)
  wrong.push(...(await bystander(shop, beans)))
  for (const member of gang) await giveBack(member, more.ids)
  return wrong
}

/** Orders at random, some at once, until nobody should get anything any more. */
async function hoard(thieves: Caller[], beans: string[], address: () => string) {
  const wrong: string[] = []
  const ids: string[] = []
  const held = new Map<string, number>()
  const sizes = [1, 3, 6]
  const bodies = await Promise.all(
    thieves.map((thief) =>
      Promise.all(
        sizes.flatMap((qty) => [
          quoted(
            thief,
            beans.map((_id) => ({ _id, qty })),
          ),
          ...beans.map((_id) => quoted(thief, [{ _id, qty }])),
        ]),
      ),
    ),
  )
  await atOnce(CALLS, WIDTH, async (call) => {
    const thief = call % thieves.length
    const choices = bodies[thief]!
    const body = choices[Math.floor(Math.random() * choices.length)]
    const answer = await thieves[thief]!.post('/api/orders', body, { 'x-forwarded-for': address() })
    if (answer.status === 201) {
      ids.push(answer.body._id)
      for (const { product, qty } of answer.body.orderItems) held.set(product, (held.get(product) ?? 0) + qty)
    } else if (answer.status !== 409 && answer.status !== 429)
      wrong.push(new Unexpected('Placing an order', answer).message)
  })
  return { wrong, ids, held, orders: ids.length }
}

/** Somebody who buys like everybody does still gets a bag of each. */
async function bystander(shop: Instances, beans: string[]): Promise<string[]> {
  const buyer = await registered(shop)
  const body = await quoted(
    buyer,
    beans.map((_id) => ({ _id, qty: 1 })),
  )
  const answer = await buyer.post('/api/orders', body)
  if (answer.status !== 201) return [new Unexpected('An order of a bystander', answer).message]
  await buyer.delete(`/api/orders/${answer.body._id}`)
  return []
}

/** Another one's orders are not found, which is as well. */
async function giveBack(thief: Caller, ids: string[]): Promise<void> {
  await atOnce(ids.length, WIDTH, async (index) => {
    await thief.delete(`/api/orders/${ids[index]}`)
  })
}
