/** Accounts and requests for the campaigns against limits. */
import { randomBytes } from 'node:crypto'
import { type CartLines, orderBody } from '../../purchase.ts'
import { Unexpected } from '../buying.ts'
import type { Caller } from '../caller.ts'
import { OWNER } from '../running-shop.ts'
import { newAddress, type Instances } from './instances.ts'

export const PASSWORD = OWNER.password

export const newName = () => randomBytes(8).toString('hex')

/** Registers a new account from a new network. */
export async function registered(shop: Instances, email = `${newName()}@example.com`): Promise<Caller> {
  const client = shop.newClient()
  const answer = await client.post('/api/users', { name: 'Customer', email, password: PASSWORD })
  if (answer.status !== 201) throw new Unexpected('Signing up', answer)
  return client
}

/** The body of an order with a quote, which is requested from a new network, so that no limit applies. */
export async function quoted(buyer: Caller, items: CartLines) {
  const from = { 'x-forwarded-for': newAddress() }
  const quoting = { ...buyer, post: (path: string, body?: unknown) => buyer.post(path, body, from) }
  return orderBody(quoting, items)
}

/** Sets the stock of the newest products and returns their ids. */
export async function restock(owner: Caller, counts: number[]): Promise<string[]> {
  const { body } = await owner.get('/api/products')
  const ids: string[] = []
  for (const [index, countInStock] of counts.entries()) {
    const { _id, name, price, image, category, size } = body.products[index]
    const saved = await owner.put(`/api/products/${_id}`, {
      name,
      price,
      image,
      category,
      size,
      countInStock,
    })
    if (saved.status !== 200) throw new Unexpected('Restocking', saved)
    ids.push(_id)
  }
  return ids
}

export async function signedInOwner(shop: Instances): Promise<Caller> {
  const owner = shop.newClient()
  const answer = await owner.post('/api/users/auth', OWNER)
  if (answer.status !== 200) throw new Unexpected('Signing in', answer)
  return owner
}

/** Runs `work` `count` times, `concurrency` of them at a time. */
export async function runConcurrently(
  count: number,
  concurrency: number,
  work: (index: number) => Promise<void>,
) {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
