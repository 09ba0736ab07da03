/** Converts a product of the shop to a coffee of the picture kit (imagery/catalogue.json). */
import { readFileSync } from 'node:fs'
import { shopCoffees, type ShopCoffee } from '#server/start/seed/own-coffees.ts'

const ART = [
  'hills',
  'arches',
  'moon',
  'blocks',
  'stones',
  'field',
  'line',
  'cup',
  'waves',
  'sun',
  'night',
  'dunes',
]
const FILMS = ['black', 'kraft', 'terracotta', 'white', 'sage']
const SHOTS = ['lying', 'table', 'macro']

/** The data that a picture needs; `second` is the view of its second picture. */
export type Coffee = Omit<ShopCoffee, 'price' | 'description'> & { second: string }

/** The requested values, as text from a command line or values from the API. */
export type Wish = Partial<Record<keyof Coffee | 'note' | 'level' | 'size' | 'second', unknown>>

/** The coffees of the catalog with this one added; it replaces one with the same number. */
export function catalogueWith(coffee: Coffee) {
  return [...shopCoffees().filter(({ no }) => no !== coffee.no), coffee]
}

/** The data of a product, read from a file or from `/api/products/ID` of a running shop. */
export async function fromProduct(place: string): Promise<Wish> {
  const product = (
    /^https?:/.test(place) ? await (await fetch(place)).json() : JSON.parse(readFileSync(place, 'utf8'))
  ) as Record<string, unknown>
  if (typeof product.name !== 'string') throw new Error(`There is no product at ${place}`)
  const { name, origin, cuppingNote, roastingLevel, size } = product
  return { name, origin, note: cuppingNote, level: roastingLevel, ...(size ? { size } : {}) }
}

/** Adds defaults for missing values. Throws with a message for invalid ones. */
export function coffeeOf(wish: Wish): Coffee {
  const name = needed(wish, 'name')
  const no = (textOf(wish.no) || nextNumber()).padStart(2, '0')
  if (!/^\d{2}$/.test(no)) throw new Error('--no is a number of one or two digits')
  const { origin, region } = placeOf(needed(wish, 'origin'), name)
  const turn = Number(no)
  const film = oneOf(wish, 'film', FILMS, turn)
  const art = oneOf(wish, 'art', ART, turn * 5)
  const isDark = art === 'night' || art === 'moon'
  return {
    no,
    name,
    origin,
    region,
    notes: needed(wish, 'note').split(/,\s*/),
    process: textOf(wish.process) || 'Washed',
    altitude: textOf(wish.altitude),
    roastingLevel: between(wish, 'level', 1, 5, 3),
    size: between(wish, 'size', 50, 5000, 340),
    art,
    film,
    second: oneOf(wish, 'second', SHOTS, turn),
    label: {
      bg: film === 'terracotta' ? 'sand' : 'cream',
      fg: 'ink',
      artbg: isDark ? 'ink' : 'sand',
      seed: 40 + turn,
    },
  }
}

/** `peru-cajamarca` */
export function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, '')
    .trim()
    .replace(/ +/g, '-')
}

/** `Peru, Cajamarca` is the label's headline and the line below it. Without a comma, the line comes from the name. */
function placeOf(place: string, name: string): { origin: string; region: string } {
  const [origin = '', ...region] = place.split(/,\s*/)
  if (region.length > 0) return { origin, region: region.join(', ') }
  return { origin, region: name.startsWith(`${origin} `) ? name.slice(origin.length + 1) : name }
}

function nextNumber(): string {
  return String(Math.max(...shopCoffees().map(({ no }) => Number(no))) + 1)
}

function needed(wish: Wish, key: 'name' | 'origin' | 'note'): string {
  const text = textOf(wish[key])
  if (!text) throw new Error(`--${key} is missing: see the first lines of scripts/bag.ts`)
  return text
}

function oneOf(wish: Wish, key: 'film' | 'art' | 'second', choices: string[], turn: number): string {
  const chosen = textOf(wish[key]) || choices[turn % choices.length]!
  if (!choices.includes(chosen)) throw new Error(`--${key} is one of ${choices.join(', ')}`)
  return chosen
}

function between(wish: Wish, key: 'level' | 'size', least: number, most: number, otherwise: number): number {
  const number = textOf(wish[key]) === '' ? otherwise : Number(textOf(wish[key]))
  if (!Number.isInteger(number) || number < least || number > most)
    throw new Error(`--${key} is a whole number from ${least} to ${most}`)
  return number
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
