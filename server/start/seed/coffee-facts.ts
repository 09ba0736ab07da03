/** Facts about the demo coffees that are not on the labels of their bags (own-coffees.ts). */
import type { COMPOSITIONS, FLAVORS, USES } from '#shared/kernel/categories.ts'
import type { NewProduct } from '#server/kernel/db/schema.ts'
import type { ShopCoffee } from './own-coffees.ts'

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
