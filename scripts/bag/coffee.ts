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

/** The data that a picture needs. `second` is the view in the second picture. */
export type Coffee = Omit<ShopCoffee, 'price' | 'description' | 'producer' | 'brew' | 'accent'> & {
  second: string
}

/** The requested values: text from the command line, or values from the API. */
export type CoffeeOptions = Partial<Record<keyof Coffee | 'note' | 'level' | 'size' | 'second', unknown>>

/** The coffees of the catalog and this coffee. It replaces a coffee with the same number. */
export function catalogWith(coffee: Coffee) {
  return [...shopCoffees().filter(({ no }) => no !== coffee.no), coffee]
}

/** The data of a product, read from a file or from `/api/products/ID` of a running shop. */
export async function fromProduct(place: string): Promise<CoffeeOptions> {
  const product = (
    /^https?:/.test(place) ? await (await fetch(place)).json() : JSON.parse(readFileSync(place, 'utf8'))
  ) as Record<string, unknown>
  if (typeof product.name !== 'string') throw new Error(`There is no product at ${place}`)
  const { name, origin, cuppingNote, roastingLevel, size } = product
  return { name, origin, note: cuppingNote, level: roastingLevel, ...(size ? { size } : {}) }
}

/** Fills in defaults for missing values. Throws with a message for invalid values. */
export function coffeeOf(options: CoffeeOptions): Coffee {
  const name = required(options, 'name')
  const no = (textOf(options.no) || nextNumber()).padStart(2, '0')
  if (!/^\d{2}$/.test(no)) throw new Error('--no is a number of one or two digits')
  const { origin, region } = placeOf(required(options, 'origin'), name)
  const index = Number(no)
  const film = oneOf(options, 'film', FILMS, index)
  const art = oneOf(options, 'art', ART, index * 5)
  const isDark = art === 'night' || art === 'moon'
  return {
    no,
    name,
    origin,
    region,
    notes: required(options, 'note').split(/,\s*/),
    process: textOf(options.process) || 'Washed',
    altitude: textOf(options.altitude),
    roastingLevel: wholeNumber(options, 'level', 1, 5, 3),
    size: wholeNumber(options, 'size', 50, 5000, 340),
    art,
    film,
    second: oneOf(options, 'second', SHOTS, index),
    label: {
      bg: film === 'terracotta' ? 'sand' : 'cream',
      fg: 'ink',
      artbg: isDark ? 'ink' : 'sand',
      seed: 40 + index,
    },
  }
}

/** `Peru Cajamarca` becomes `peru-cajamarca`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, '')
    .trim()
    .replace(/ +/g, '-')
}

/**
 * `Peru, Cajamarca` becomes the label's headline and the line below it. Without a comma, the line is derived from the
 * name.
 */
function placeOf(place: string, name: string): { origin: string; region: string } {
  const [origin = '', ...region] = place.split(/,\s*/)
  if (region.length > 0) return { origin, region: region.join(', ') }
  return { origin, region: name.startsWith(`${origin} `) ? name.slice(origin.length + 1) : name }
}

function nextNumber(): string {
  return String(Math.max(...shopCoffees().map(({ no }) => Number(no))) + 1)
}

function required(options: CoffeeOptions, key: 'name' | 'origin' | 'note'): string {
  const text = textOf(options[key])
  if (!text) throw new Error(`--${key} is missing: see the first lines of scripts/bag.ts`)
  return text
}

function oneOf(
  options: CoffeeOptions,
  key: 'film' | 'art' | 'second',
  choices: string[],
  index: number,
): string {
  const chosen = textOf(options[key]) || choices[index % choices.length]!
  if (!choices.includes(chosen)) throw new Error(`--${key} is one of ${choices.join(', ')}`)
  return chosen
}

function wholeNumber(
  options: CoffeeOptions,
  key: 'level' | 'size',
  min: number,
  max: number,
  byDefault: number,
): number {
  const number = textOf(options[key]) === '' ? byDefault : Number(textOf(options[key]))
  if (!Number.isInteger(number) || number < min || number > max)
    throw new Error(`--${key} is a whole number from ${min} to ${max}`)
  return number
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
