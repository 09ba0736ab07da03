/** Guessing at passwords through every instance at once. What all of them let through together is the limit. */
import { addressIn, type Instances } from './instances.ts'
import { PASSWORD, atOnce, newName, registered } from './people.ts'

const WIDTH = 12

/** One account, guessed from many addresses and from one network. Answers what was wrong. */
export async function guessOnce(shop: Instances): Promise<string[]> {
  const wrong: string[] = []
  const expect = (what: string, found: number, wanted: number) => {
    if (found !== wanted) wrong.push(`${what}: ${found} instead of ${wanted}`)
  }
  const email = `${newName()}@example.com`
  const owner = await registered(shop, email)

  const network = Math.floor(Math.random() * 0xffff)
  const own = await guess(shop, email, 18, () => addressIn(network))
  expect('Wrong passwords that one network was told of', own.told, 5)

  const strangers = await guess(shop, email, 60)
  expect('Wrong passwords that strangers were told of, beside those five', strangers.told, 10)
  expect('Answers that are neither 401 nor 429', own.other + strangers.other, 0)

  const right = { email, password: PASSWORD }
  const stranger = await shop.somebody().post('/api/users/auth', right)
  expect('The right password from a strange address', stranger.status, 429)
  expect('The owner, from where she registered', (await owner.post('/api/users/auth', right)).status, 200)

  const unknown = await guess(shop, `${newName()}@example.com`, 40)
  expect('Wrong passwords of an account that does not exist', unknown.told, 15)
  return wrong
}

async function guess(shop: Instances, email: string, guesses: number, address?: () => string) {
  const seen = { told: 0, other: 0 }
  await atOnce(guesses, WIDTH, async () => {
    const somebody = shop.somebody(address?.())
    const { status } = await somebody.post('/api/users/auth', { email, password: newName() })
    if (status === 401) seen.told++
    else if (status !== 429) seen.other++
  })
  return seen
}
