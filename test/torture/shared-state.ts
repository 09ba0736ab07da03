/** What several real processes of a shop on one database must agree on: who gets the last bag, and who is signed in. */
import { orderBody } from '../purchase.ts'
import type { Cluster } from './behind-nginx.ts'
import { newBuyer, restock, Unexpected } from './buying.ts'
import { caller } from './caller.ts'

const BUYERS = 12

/** Calls every instance directly. Returns one sentence per violation. */
export async function sharedStateOnce({ instances }: Pick<Cluster, 'instances'>): Promise<string[]> {
  const origins = instances.map(({ shop }) => shop.origin)
  return [...(await lastBag(origins)), ...(await signOut(origins))]
}

/** Buyers at all instances order the last bag at the same time. One gets it; the others are told that it is sold out. */
async function lastBag(origins: string[]): Promise<string[]> {
  const [bag = ''] = await restock(origins[0]!, [1])
  const buyers = await Promise.all(
    Array.from({ length: BUYERS }, async (_, index) => {
      const buyer = await newBuyer(origins[index % origins.length]!)
      return { buyer, body: await orderBody(buyer, [{ _id: bag, qty: 1 }]) }
    }),
  )
  const answers = await Promise.all(buyers.map(({ buyer, body }) => buyer.post('/api/orders', body)))
  const sold = answers.filter(({ status }) => status === 201).length
  const refused = answers.filter(({ status, body }) => status === 409 && body.code === 'stock').length
  if (sold === 1 && refused === BUYERS - 1) return []
  const statuses = answers.map(({ status, text }) => `${status} ${text.slice(0, 80)}`).join('; ')
  return [`The last bag was sold ${sold} times and refused ${refused} times: ${statuses}`]
}

/** A session that starts at one instance is valid at all instances. After it ends at another one, it is valid at none. */
async function signOut(origins: string[]): Promise<string[]> {
  const { cookie } = await newBuyer(origins[0]!)
  const at = (origin: string) => Object.assign(caller(origin), { cookie })
  const statuses = async () => {
    const answers = await Promise.all(origins.map((origin) => at(origin).get('/api/users/profile')))
    return answers.map(({ status }) => status)
  }
  const signedIn = await statuses()
  const out = await at(origins.at(-1)!).post('/api/users/logout')
  if (out.status !== 200) throw new Unexpected('Signing out', out)
  const signedOut = await statuses()
  return [
    ...(signedIn.every((status) => status === 200)
      ? []
      : [`A new session is not valid everywhere: ${signedIn.join(' ')}`]),
    ...(signedOut.every((status) => status === 401)
      ? []
      : [`An ended session is still valid: ${signedOut.join(' ')}`]),
  ]
}
