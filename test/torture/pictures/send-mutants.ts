/** Uploads damaged pictures as an owner: the shop must respond to each with a message, and store only valid pictures. */
import { formOf } from '../../form.ts'
import { randomFrom } from '../../random.ts'
import type { Visitor } from '../../visitor.ts'
import { ownerAt } from '../buying.ts'
import { withShop } from '../crash.ts'
import type { Place } from '../running-shop.ts'
import { filesOf, invalidPicture } from './files.ts'
import { mutated, seedPictures } from './mutate.ts'

const AT_ONCE = 4

type Outcome = { violations: string[]; accepted: number; refused: number }

/** Sends `count` damaged pictures to a real server. */
export async function pictureCampaign(place: Place, count: number) {
  return withShop(place, {}, async ({ origin }) => {
    const sent = await sendMutants(await ownerAt(origin), place, { count, seed: Date.now() })
    return { violations: sent.violations, note: `${sent.accepted} accepted, ${sent.refused} refused` }
  })
}

/**
 * @param owner an admin at the shop
 * @param place the shop's data folder, which contains the pictures
 * @param seed of the random numbers; part of every violation
 */
export async function sendMutants(
  owner: Pick<Visitor, 'post' | 'get'>,
  place: { dataDir: string },
  { count, seed }: { count: number; seed: number },
): Promise<Outcome> {
  const random = randomFrom(seed)
  const seeds = await seedPictures()
  const before = new Set(await filesOf(place))
  const outcome: Outcome = { violations: [], accepted: 0, refused: 0 }
  const wrong = (what: string) => outcome.violations.push(`Seed ${seed}: ${what}`)

  async function sendSome(): Promise<void> {
    for (; left > 0;) {
      left--
      const bytes = mutated(seeds, random)
      const { payload, headers } = formOf('image', [{ bytes }])
      const { status, body, text } = await owner.post('/api/upload/productimage', payload, headers)
      if (status === 200) outcome.accepted++
      else if (status === 400 && /^(Images only!|This picture |Choose a picture)/.test(body.message))
        outcome.refused++
      else wrong(`${status} ${text.slice(0, 200)} to ${bytes.toString('base64').slice(0, 400)}`)
    }
  }
  let left = count
  await Promise.all(Array.from({ length: AT_ONCE }, sendSome))

  const files = (await filesOf(place)).filter((name) => !before.has(name))
  const pictures = new Set(files.map((name) => name.replace(/-\d+\.\w+$/, '')))
  if (pictures.size !== outcome.accepted)
    wrong(`${pictures.size} pictures are stored, ${outcome.accepted} were accepted`)
  for (const name of files) for (const what of await invalidPicture(place, name)) wrong(what)
  if ((await owner.get('/api/upload')).status !== 200) wrong('The shop does not respond any more')
  if (outcome.accepted === 0 || outcome.refused === 0)
    wrong('All pictures were accepted, or none, so nothing was tested')
  return outcome
}
