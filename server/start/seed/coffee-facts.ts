/** The coffees of the demo shop, and facts about them that are not on the labels of their bags. */
import type { COMPOSITIONS, FLAVORS, USES } from '#shared/kernel/categories.ts'
import type { NewProduct } from '#server/kernel/db/schema.ts'
import { readFileSync } from 'node:fs'

type Facts = {
  variety: string
  flavors: (typeof FLAVORS)[number][]
  bestFor: (typeof USES)[number][]
  composition?: (typeof COMPOSITIONS)[number]
  isDecaf?: true
}

/** By the number of the bag. */
const FACTS: Record<string, Facts> = {
  '01': { variety: 'Heirloom', flavors: ['Fruit', 'Floral'], bestFor: ['Filter'] },
  '02': { variety: 'Caturra, Castillo', flavors: ['Chocolate', 'Fruit'], bestFor: ['Espresso', 'Filter'] },
  '03': {
    variety: '',
    flavors: ['Nut', 'Chocolate', 'Caramel'],
    bestFor: ['Espresso', 'Milk'],
    composition: 'Blend',
  },
  '04': { variety: 'SL28, SL34', flavors: ['Fruit'], bestFor: ['Filter', 'Cold brew'] },
  '05': {
    variety: 'Bourbon, Caturra',
    flavors: ['Chocolate', 'Nut'],
    bestFor: ['Filter', 'Espresso', 'Milk'],
  },
  '06': { variety: 'Catuaí', flavors: ['Fruit', 'Caramel'], bestFor: ['Filter', 'Cold brew'] },
  '07': { variety: 'Red Bourbon', flavors: ['Fruit', 'Caramel', 'Floral'], bestFor: ['Filter'] },
  '08': { variety: 'Mundo Novo, Catuaí', flavors: ['Nut', 'Chocolate'], bestFor: ['Espresso', 'Milk'] },
  '09': { variety: 'Typica, Ateng', flavors: ['Spice', 'Chocolate'], bestFor: ['Milk', 'Cold brew'] },
  '10': { variety: 'Gesha', flavors: ['Floral', 'Fruit'], bestFor: ['Filter'] },
  '11': {
    variety: 'Caturra, Castillo',
    flavors: ['Caramel', 'Chocolate', 'Fruit'],
    bestFor: ['Espresso', 'Filter', 'Milk'],
    isDecaf: true,
  },
  '12': { variety: 'Udaini', flavors: ['Fruit', 'Spice'], bestFor: ['Filter'] },
}

const NONE: Facts = { variety: '', flavors: [], bestFor: [] }

/** The columns of a demo coffee that the filters of the shop read. */
export function factsOf({
  no,
  process,
  altitude,
}: ShopCoffee): Pick<
  NewProduct,
  'process' | 'variety' | 'altitude' | 'flavors' | 'best_for' | 'composition' | 'is_decaf'
> {
  const { variety, flavors, bestFor, composition = 'Single origin', isDecaf } = FACTS[no] ?? NONE
  return {
    // The label of a blend has `Blend` in the place of the process.
    process: composition === 'Blend' ? '' : process,
    variety,
    altitude: altitude === '' ? null : Number(altitude.replace(/\D/g, '')),
    flavors: JSON.stringify(flavors),
    best_for: JSON.stringify(bestFor),
    composition,
    is_decaf: isDecaf ? 1 : 0,
  }
}

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

/** The pictures of the bags are drawn from it, too. */
const CATALOGUE = new URL('../../../imagery/catalogue.json', import.meta.url)

export function shopCoffees(): ShopCoffee[] {
  return JSON.parse(readFileSync(CATALOGUE, 'utf8')) as ShopCoffee[]
}
