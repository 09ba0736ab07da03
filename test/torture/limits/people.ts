/** Accounts of a campaign against limits, and what they ask for. */
import { randomBytes } from 'node:crypto'
import type { Wish } from '../../purchase.ts'
import { orderBody } from '../../purchase.ts'
import { Unexpected } from '../buying.ts'
import type { Caller } from '../caller.ts'
import { OWNER } from '../running-shop.ts'
import { newAddress, type Instances } from './instances.ts'

export const PASSWORD = OWNER.password

export const newName = () => randomBytes(8).toString('hex')

/** Somebody who has registered, from a network where nobody else did. */
export async function registered(shop: Instances, email = `${newName()}@example.com`): Promise<Caller> {
  const somebody = shop.somebody()
  const answer = await somebody.post('/api/users', { name: 'Somebody', email, password: PASSWORD })
  if (answer.status !== 201) throw new Unexpected('Signing up', answer)
  return somebody
}

/** A quoted order; the quote is asked for from a network of its own, so that it meets no limit. */
export async function quoted(buyer: Caller, wish: Wish) {
  const from = { 'x-forwarded-for': newAddress() }
  const asking = { ...buyer, post: (path: string, body?: unknown) => buyer.post(path, body, from) }
  return orderBody(asking, wish)
}

/** Puts products on sale with this count, and answers their ids. */
export async function shelve(owner: Caller, counts: number[]): Promise<string[]> {
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
  const owner = shop.somebody()
  const answer = await owner.post('/api/users/auth', OWNER)
  if (answer.status !== 200) throw new Unexpected('Signing in', answer)
  return owner
}

/** Does so many things, a few at a time. */
export async function atOnce(count: number, width: number, work: (index: number) => Promise<void>) {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
