/**
 * The coffees of the demo shop. They are in imagery/catalogue.json, from which the pictures of their bags are drawn,
 * too.
 */
import { readFileSync } from 'node:fs'

export type ShopCoffee = {
  no: string
  name: string
  origin: string
  region: string
  notes: string[]
  process: string
  altitude: string
  producer: string
  /** Grams of coffee, grams of water, and seconds. */
  brew: { method: string; dose: number; water: number; seconds: number }
  /** A name of shared/catalog/accents.ts. */
  accent: string
  roastingLevel: number
  /** Grams. */
  size: number
  /** Dollars. */
  price: number
  /** Larger sizes than the first one: grams, dollars, and bags in stock. */
  moreSizes?: { size: number; price: number; stock: number }[]
  wholeBeanOnly?: true
  description: string
  art: string
  film: string
  /** Options for the drawing on the label. */
  label: { bg: string; fg: string; artbg: string; seed: number }
}

const CATALOGUE = new URL('../../../imagery/catalogue.json', import.meta.url)

export function shopCoffees(): ShopCoffee[] {
  return JSON.parse(readFileSync(CATALOGUE, 'utf8')) as ShopCoffee[]
}
