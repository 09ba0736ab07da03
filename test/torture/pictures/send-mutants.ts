/** Damaged pictures, sent to the shop as an owner would: it answers each in words, and keeps nothing but pictures. */
import { formOf } from '../../form.ts'
import type { Visitor } from '../../visitor.ts'
import { filesOf, wrongInFile } from './files.ts'
import { mutated, randomFrom, seedPictures } from './mutate.ts'

const AT_ONCE = 4

type Outcome = { violations: string[]; kept: number; refused: number }

/**
 * @param owner an admin at the shop
 * @param place where the shop keeps its data, pictures on disk
 * @param seed of chance, told with every violation
 */
export async function sendMutants(
  owner: Pick<Visitor, 'post' | 'get'>,
  place: { dataDir: string },
  { count, seed }: { count: number; seed: number },
): Promise<Outcome> {
  const random = randomFrom(seed)
  const seeds = await seedPictures()
  const before = new Set(await filesOf(place))
  const outcome: Outcome = { violations: [], kept: 0, refused: 0 }
  const wrong = (what: string) => outcome.violations.push(`Seed ${seed}: ${what}`)

  async function sendSome(): Promise<void> {
    for (; left > 0;) {
      left--
      const bytes = mutated(seeds, random)
      const { payload, headers } = formOf('image', [{ bytes }])
      const { status, body, text } = await owner.post('/api/upload/productimage', payload, headers)
      if (status === 200) outcome.kept++
      else if (status === 400 && /^(Images only!|This picture |Choose a picture)/.test(body.message))
        outcome.refused++
      else wrong(`${status} ${text.slice(0, 200)} to ${bytes.toString('base64').slice(0, 400)}`)
    }
  }
  let left = count
  await Promise.all(Array.from({ length: AT_ONCE }, sendSome))

  const files = (await filesOf(place)).filter((name) => !before.has(name))
  const pictures = new Set(files.map((name) => name.replace(/-\d+\.\w+$/, '')))
  if (pictures.size !== outcome.kept)
    wrong(`${pictures.size} pictures are stored, ${outcome.kept} were accepted`)
  for (const name of files) for (const what of await wrongInFile(place, name)) wrong(what)
  if ((await owner.get('/api/upload')).status !== 200) wrong('The shop answers no more')
  if (outcome.kept === 0 || outcome.refused === 0) wrong('All were kept, or none: this proves nothing')
  return outcome
}
