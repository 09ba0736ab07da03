/** Forms of products that can be told apart: no two saves have a field in common, so a mixture shows. */
import sharp from 'sharp'
import type { Product } from '#shared/api/products.ts'
import { COFFEE_BEANS } from '#shared/categories.ts'
import { toCents, toDollars } from '#shared/pricing.ts'
import { formOf } from '../../form.ts'
import type { Caller } from '../caller.ts'
import { Unexpected } from '../buying.ts'

/** A product under torture, with all that was ever sent of it. */
export type Item = {
  id: string
  /** Stands in every text of its forms, before the number of the save. */
  mark: string
  forms: Map<number, Form>
  /** The last save that was acknowledged or seen. */
  saved: number
  /** The last save that was sent. */
  underWay: number
}

export type Form = ReturnType<typeof formFor>

/** Between two saves fewer bags are sold than that. */
const STOCK_STEP = 1000
/** Count in stock may be a million at most. */
const STEPS = 900

export function formFor(
  { mark }: Pick<Item, 'mark'>,
  number: number,
  [image, secondImage]: [string, string],
) {
  const name = `${mark}-${number}`
  return {
    name: `House ${name}`,
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

/** Sends two pictures for a save, as wide as no others. Answers their addresses. */
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

/** Which save this is. Throws when it is none, or not all of one. */
export function recognise(item: Item, seen: Product): number {
  const number = Number(new RegExp(`^House ${item.mark}-(\\d+)$`).exec(seen.name)?.[1])
  const form = item.forms.get(number)
  if (!form) throw new Error(`Nobody saved ${seen.name}`)
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

/** Bags are sold meanwhile, and none comes back. */
function isLeftOf(count: number, saved: number): boolean {
  return count <= saved && count > saved - STOCK_STEP
}

/** Which save a product's page shows: its words, its data for machines and its pictures. Throws as `recognise`. */
export function recognisePage(item: Item, html: string): number {
  const numbers = new Set(
    [...html.matchAll(new RegExp(`\\b${item.mark}-(\\d+)\\b`, 'g'))].map(([, n]) => Number(n)),
  )
  const [number = -1] = numbers
  const form = item.forms.get(number)
  if (numbers.size !== 1 || !form)
    throw new Error(`The page shows saves ${[...numbers].join(', ') || 'of nobody'}`)
  const pictures = new Set(html.match(/\/uploads\/[0-9a-f]{16}-[0-9a-f]{12}/g))
  const wanted = new Set([form.image, form.secondImage].map((path) => path.replace(/-\d+\.\w+$/, '')))
  if (pictures.symmetricDifference(wanted).size > 0)
    throw new Error(`The page of save ${number} shows ${[...pictures].join(', ')}`)
  const price = `$${(toCents(form.price) / 100).toFixed(2)}`
  const machines = `"price":"${form.price.toFixed(2)}"`
  const missing = [price, machines, `>${form.size} g<`].filter((text) => !plain(html).includes(text))
  if (missing.length > 0) throw new Error(`The page of save ${number} lacks ${missing.join(', ')}`)
  return number
}

/** Without the comments that React puts between two texts. */
function plain(html: string): string {
  return html.replaceAll('<!-- -->', '')
}

/** Whether a line of an order is as one save of its product was. Throws when it is not. */
export function recogniseLine(
  item: Item,
  line: { name: string; price: number; image: string; size: number | null },
) {
  const whole = [...item.forms.values()].some(
    ({ name, price, image, size }) =>
      line.name === name && line.price === price && line.image === image && line.size === size,
  )
  if (!whole) throw new Error(`An order was placed for ${JSON.stringify(line)}, which was never saved`)
}
