/** All coffees at once: to compare them, and for the map of taste. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { product } from './products.ts'

const coffee = z.pick(product, {
  _id: true,
  slug: true,
  name: true,
  category: true,
  origin: true,
  producer: true,
  altitude: true,
  process: true,
  cuppingNote: true,
  flavors: true,
  roastingLevel: true,
  bestFor: true,
  bestFilter: true,
  bestEspresso: true,
  isRoastedToOrder: true,
  accent: true,
  sizes: true,
  pictures: true,
})
export type Coffee = z.infer<typeof coffee>

export const allCoffees = contract({
  list: {
    method: 'GET',
    path: '/api/coffees',
    access: 'public',
    summary:
      'The coffees on sale by name, sold out or not, with what tells them apart; at most the 100 newest',
    reply: z.array(coffee),
    cached: ['Product'],
  },
})
