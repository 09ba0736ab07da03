/** Guesses passwords at all instances at once. The limit applies to the sum of all instances. */
import { addressIn, type Instances } from './instances.ts'
import { PASSWORD, runConcurrently, newName, registered } from './accounts.ts'

const CONCURRENCY = 12

/** Attacks one account from one network and from many addresses. Returns one sentence per violation. */
export async function guessOnce(shop: Instances): Promise<string[]> {
  const wrong: string[] = []
  const expect = (what: string, found: number, wanted: number) => {
    if (found !== wanted) wrong.push(`${what}: ${found} instead of ${wanted}`)
  }
  const email = `${newName()}@example.com`
  const owner = await registered(shop, email)

  const network = Math.floor(Math.random() * 0xffff)
  const own = await guess(shop, email, 18, () => addressIn(network))
  expect('Wrong passwords answered with 401 for one network', own.checked, 5)

  const others = await guess(shop, email, 60)
  expect('Further wrong passwords answered with 401 for other networks', others.checked, 10)
  expect('Responses that are neither 401 nor 429', own.other + others.other, 0)

  const right = { email, password: PASSWORD }
  const other = await shop.newClient().post('/api/users/auth', right)
  expect('The right password from a new address', other.status, 429)
  expect(
    'The right password from the address of the registration',
    (await owner.post('/api/users/auth', right)).status,
    200,
  )

  const unknown = await guess(shop, `${newName()}@example.com`, 40)
  expect('Wrong passwords answered with 401 for an account that does not exist', unknown.checked, 15)
  return wrong
}

async function guess(shop: Instances, email: string, guesses: number, address?: () => string) {
  const seen = { checked: 0, other: 0 }
  await runConcurrently(guesses, CONCURRENCY, async () => {
    const client = shop.newClient(address?.())
    const { status } = await client.post('/api/users/auth', { email, password: newName() })
    if (status === 401) seen.checked++
    else if (status !== 429) seen.other++
  })
  return seen
}
