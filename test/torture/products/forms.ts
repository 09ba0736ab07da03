/** Product forms in which all fields depend on the number of the save, so that a mixture of two saves can be detected. */
import sharp from 'sharp'
import type { Product } from '#shared/catalog/api/products.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import { weightLabel } from '#shared/kernel/sizes.ts'
import { formOf } from '../../form.ts'
import type { Caller } from '../caller.ts'
import { Unexpected } from '../buying.ts'

/** A product under test, with all forms that were sent. */
export type Item = {
  id: string
  /** Prefix of the save's number in every text of its forms. */
  mark: string
  forms: Map<number, Form>
  /** The last save that was acknowledged or shown. */
  saved: number
  /** The last save that was sent. */
  sent: number
}

export type Form = ReturnType<typeof formFor>

/** Fewer bags than this are sold between two saves. */
const STOCK_STEP = 1000
/** The stock of a product is limited to a million. */
const STEPS = 900

export function formFor(
  { mark }: Pick<Item, 'mark'>,
  number: number,
  [image, secondImage]: [string, string],
) {
  const name = `${mark}-${number}`
  return {
    name: `Coffee ${name}`,
    price: toDollars(1000 + number),
    image,
    secondImage,
    brand: `Roaster ${name}`,
    category: COFFEE_BEANS,
    description: `Everything about ${name}.`,
    countInStock: STOCK_STEP * (1 + (number % STEPS)),
    origin: `Hill of ${name}`,
    cuppingNote: `Plum and ${name}`,
    roastingLevel: 1 + (number % 5),
    size: 100 + number,
  }
}

/** Uploads two pictures with a unique width for a save. Returns their paths. */
export async function sendPictures(owner: Caller, number: number): Promise<[string, string]> {
  return [await sendPicture(owner, number, 20), await sendPicture(owner, number, 24)]
}

async function sendPicture(owner: Caller, number: number, height: number): Promise<string> {
  const background = { r: number % 256, g: 90, b: 90 }
  const bytes = await sharp({ create: { width: 16 + (number % 500), height, channels: 3, background } })
    .png()
    .toBuffer()
  const { payload, headers } = formOf('image', [{ bytes }])
  const answer = await owner.post('/api/upload/productimage', payload, headers)
  if (answer.status !== 200) throw new Unexpected('Sending a picture', answer)
  return answer.body.image
}

/** Returns the number of the save that a product shows. Throws if it is not exactly one complete save. */
export function identifySave(item: Item, seen: Product): number {
  const number = Number(new RegExp(`^Coffee ${item.mark}-(\\d+)$`).exec(seen.name)?.[1])
  const form = item.forms.get(number)
  if (!form) throw new Error(`${seen.name} was never saved`)
  const { countInStock, ...rest } = form
  const wanted = { ...rest, facts: [form.image, form.secondImage] }
  const is = { ...seen, facts: [seen.pictures.image?.src, seen.pictures.secondImage?.src] }
  const differing = (Object.keys(wanted) as (keyof typeof wanted)[])
    .filter((field) => JSON.stringify(is[field]) !== JSON.stringify(wanted[field]))
    .map((field) => `${field} ${JSON.stringify(is[field])}`)
  if (!isLeftOf(seen.countInStock, countInStock)) differing.push(`count in stock ${seen.countInStock}`)
  if (differing.length > 0) throw new Error(`${seen.name} is mixed with ${differing.join(', ')}`)
  return number
}

/** Whether the count is the saved count minus the bags that were sold since the save. */
function isLeftOf(count: number, saved: number): boolean {
  return count <= saved && count > saved - STOCK_STEP
}

/** Returns the save that a product's page shows in its texts, JSON-LD and pictures. Throws like `identifySave`. */
export function identifyPage(item: Item, html: string): number {
  const numbers = new Set(
    [...html.matchAll(new RegExp(`\\b${item.mark}-(\\d+)\\b`, 'g'))].map(([, n]) => Number(n)),
  )
  const [number = -1] = numbers
  const form = item.forms.get(number)
  if (numbers.size !== 1 || !form)
    throw new Error(`The page shows saves ${[...numbers].join(', ') || 'of no save'}`)
  // Below the product are pictures of others.
  const [own = ''] = html.split('You may also like')
  const pictures = new Set(own.match(/\/uploads\/[0-9a-f]{16}-[0-9a-f]{12}/g))
  const wanted = new Set([form.image, form.secondImage].map((path) => path.replace(/-\d+\.\w+$/, '')))
  if (pictures.symmetricDifference(wanted).size > 0)
    throw new Error(`The page of save ${number} shows ${[...pictures].join(', ')}`)
  const price = `$${(toCents(form.price) / 100).toFixed(2)}`
  const jsonLd = `"price":"${form.price.toFixed(2)}"`
  const missing = [price, jsonLd, `>${weightLabel(form.size)}<`].filter((text) => !plain(html).includes(text))
  if (missing.length > 0) throw new Error(`The page of save ${number} lacks ${missing.join(', ')}`)
  return number
}

/** Removes the comments that React inserts between two texts. */
function plain(html: string): string {
  return html.replaceAll('<!-- -->', '')
}

/** Throws if a line of an order does not match a save of its product. */
export function checkLine(
  item: Item,
  line: { name: string; price: number; image: string; size: number | null },
) {
  const whole = [...item.forms.values()].some(
    ({ name, price, image, size }) =>
      line.name === name && line.price === price && line.image === image && line.size === size,
  )
  if (!whole) throw new Error(`An order was placed for ${JSON.stringify(line)}, which was never saved`)
}
