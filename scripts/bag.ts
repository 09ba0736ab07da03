/**
 * `npm run bag`: renders the two pictures of a new coffee, in the style of the other coffees (imagery/README.md).
 *
 *   npm run bag -- --name "Peru Cajamarca" --origin "Peru, Cajamarca" --note "Plum, cacao, lime" --level 3 --out FOLDER
 *   npm run bag -- --product http://localhost:3000/api/products/ID --out FOLDER      or the path of a file with the same JSON
 *
 *   --process Washed --altitude "1,800 m" --size 340 --no 13     changes other texts on the label
 *   --film black|kraft|terracotta|white|sage                     the color of the bag
 *   --art hills|arches|moon|…  --second lying|table|macro        the picture on the label, and the view of the second picture
 *   --preview                                                    a small and grainy picture, in a third of the time
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { catalogWith, coffeeOf, fromProduct, slugOf, type Coffee, type CoffeeOptions } from './bag/coffee.ts'
import { cropped } from './pictures.ts'
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
if (missing) fail(missing)
const coffee = await readCoffee()
mkdirSync(WORK, { recursive: true })
writeFileSync(join(WORK, 'catalogue.json'), JSON.stringify(catalogWith(coffee)))
drawTextures(coffee)
const folder = resolve(values.out)
mkdirSync(folder, { recursive: true })
for (const [shot, suffix] of [
  ['main', ''],
  [coffee.second, '-2'],
] as const) {
  const name = slugOf(coffee.name) + suffix
  print(`Rendering ${name}.jpg (about a minute) …`)
  const picture = renderBag(coffee, { shot, name, preview: values.preview })
  // The build crops the bags of the demo in the same way.
  const bytes = await cropped(shot === 'main' ? 'photos/bag_00' : name, readFileSync(picture))
  await sharp(bytes)
    .jpeg({ quality: 90 })
    .toFile(join(folder, `${name}.jpg`))
}
print(`${slugOf(coffee.name)}.jpg and ${slugOf(coffee.name)}-2.jpg are in ${folder}`)

async function readCoffee(): Promise<Coffee> {
  try {
    const options: CoffeeOptions = { ...values, ...(values.product ? await fromProduct(values.product) : {}) }
    return coffeeOf(options)
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

function print(text: string): void {
  process.stdout.write(`  ${text}\n`)
}

function fail(message: string): never {
  process.stderr.write(`\n  ${message}\n\n`)
  process.exit(1)
}
