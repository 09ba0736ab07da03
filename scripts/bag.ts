/**
 * `npm run bag`: renders the two pictures of a new coffee in the style of the others (imagery/README.md).
 *
 *   npm run bag -- --name "Peru Cajamarca" --origin "Peru, Cajamarca" --note "Plum, cacao, lime" --level 3 --out FOLDER
 *   npm run bag -- --product http://localhost:3000/api/products/ID --out FOLDER      or a file with the same JSON
 *
 *   --process Washed --altitude "1,800 m" --size 340 --no 13     other texts on the label
 *   --film black|kraft|terracotta|white|sage                     the bag
 *   --art hills|arches|moon|…  --second lying|table|macro        the label's picture; the second shot
 *   --preview                                                    small and grainy, in a third of the time
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { catalogueWith, coffeeOf, fromProduct, slugOf, type Coffee, type Wish } from './bag/coffee.ts'
import { WORK, drawTextures, missingTools, renderBag } from './bag/kit.ts'

const { values } = parseArgs({
  options: {
    product: { type: 'string' },
    name: { type: 'string' },
    origin: { type: 'string' },
    note: { type: 'string' },
    level: { type: 'string' },
    process: { type: 'string' },
    altitude: { type: 'string' },
    size: { type: 'string' },
    no: { type: 'string' },
    film: { type: 'string' },
    art: { type: 'string' },
    second: { type: 'string' },
    out: { type: 'string', default: '.' },
    preview: { type: 'boolean', default: false },
  },
})

const missing = missingTools()
if (missing) stop(missing)
const coffee = await readCoffee()
mkdirSync(WORK, { recursive: true })
writeFileSync(join(WORK, 'catalogue.json'), JSON.stringify(catalogueWith(coffee)))
drawTextures(coffee)
const folder = resolve(values.out)
mkdirSync(folder, { recursive: true })
for (const [shot, suffix] of [
  ['main', ''],
  [coffee.second, '-2'],
] as const) {
  const name = slugOf(coffee.name) + suffix
  say(`Rendering ${name}.jpg (about a minute) …`)
  const picture = renderBag(coffee, { shot, name, preview: values.preview })
  copyFileSync(picture, join(folder, `${name}.jpg`))
}
say(`${slugOf(coffee.name)}.jpg and ${slugOf(coffee.name)}-2.jpg are in ${folder}`)

async function readCoffee(): Promise<Coffee> {
  try {
    const wish: Wish = { ...values, ...(values.product ? await fromProduct(values.product) : {}) }
    return coffeeOf(wish)
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error))
  }
}

function say(text: string): void {
  process.stdout.write(`  ${text}\n`)
}

function stop(why: string): never {
  process.stderr.write(`\n  ${why}\n\n`)
  process.exit(1)
}
