/** The cost of goods of coffees, their margins, and the value of the roastery's inventory. Weights are in grams. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { day, dollars, id, page, paged } from '#shared/kernel/fields.ts'

const amount = z.number()
const CSV = { file: 'text/csv; charset=utf-8' } as const

/** A price, and what is left of it after the cost of goods; null if the cost is not known. */
const priced = z.object({
  price: dollars,
  margin: z.nullable(amount),
  /** Of the price; null if the cost is not known or the price is 0. */
  marginPercent: z.nullable(z.number()),
})

const size = z.object({
  _id: id,
  label: z.string(),
  grams: z.int(),
  /** What the coffee in a bag costs; null without a recipe. */
  coffee: z.nullable(amount),
  /** What the packaging costs; null if it was not entered. */
  packaging: z.nullable(amount),
  /** Coffee and packaging; null if one of them is not known. */
  cost: z.nullable(amount),
  single: priced,
  /** With the discount of new subscriptions. */
  subscription: priced,
})
export type SizeCost = z.infer<typeof size>

const coffee = z.object({
  product: z.object({ _id: id, name: z.string() }),
  /** What a kilogram of roasted coffee costs; null without a recipe. */
  perKilogram: z.nullable(amount),
  /** Why the cost is not known, or not right. */
  warnings: z.array(z.string()),
  sizes: z.array(size),
})
export type CoffeeCost = z.infer<typeof coffee>

const packaging = z.object({
  grams: z.int(),
  label: z.string(),
  /** Null if it was not entered, or differs between coffees. */
  cost: z.nullable(dollars),
  /** The number of sizes with this weight, and of those without a cost. */
  sizes: z.int(),
  missing: z.int(),
})
export type PackagingCost = z.infer<typeof packaging>

const lotCost = z.object({
  _id: id,
  code: z.string(),
  product: z.object({ _id: id, name: z.string() }),
  roastedOn: day,
  grams: z.int(),
  /** What its coffee really cost: the green coffee of its batches, with their loss. */
  real: amount,
  /** What the same weight costs by the recipe; null without a recipe. */
  standard: z.nullable(amount),
})
export type LotCost = z.infer<typeof lotCost>

/** Where coffee is: in the store of green coffee, in the roaster, loose, in a lot, or in bags. */
export const INVENTORY_PLACES = ['green', 'roasting', 'loose', 'lot', 'bags'] as const
export type InventoryPlace = (typeof INVENTORY_PLACES)[number]

const inventoryLine = z.object({
  place: z.enum(INVENTORY_PLACES),
  code: z.string(),
  name: z.string(),
  grams: z.int(),
  /** Only for bags. */
  bags: z.nullable(z.int()),
  value: amount,
})
export type InventoryLine = z.infer<typeof inventoryLine>

const inventory = z.object({
  day,
  lines: z.array(inventoryLine),
  totals: z.array(z.object({ place: z.enum(INVENTORY_PLACES), grams: z.int(), value: amount })),
  value: amount,
})
export type Inventory = z.infer<typeof inventory>

const ofDay = z.strictObject({ day: z.optional(day) })

export const coffeeCost = contractOf('roastery', {
  coffees: {
    method: 'GET',
    path: '/api/roastery/costs',
    access: 'admin',
    summary: 'Cost of goods and margin of all coffees by size, the cost of packaging, and what is missing',
    reply: z.object({
      coffees: z.array(coffee),
      packaging: z.array(packaging),
      /** Identifies this state of the packaging costs. `savePackaging` sends it back. */
      stamp: z.string(),
      subscriptionPercent: z.int(),
    }),
  },
  export: {
    method: 'GET',
    path: '/api/roastery/costs.csv',
    access: 'admin',
    summary: 'Cost of goods and margin of all coffees by size, as CSV',
    reply: CSV,
  },
  savePackaging: {
    method: 'PUT',
    path: '/api/roastery/packaging-costs',
    access: 'admin',
    summary:
      'Saves what the packaging of a bag costs, for all sizes of a weight; null removes it. 409 if someone else changed the costs',
    body: z.object({
      costs: z
        .array(
          z.object({
            grams: z.int('Choose a weight').check(z.minimum(1, 'Choose a weight')),
            cost: z.nullable(dollars),
          }),
        )
        .check(z.maxLength(100, 'There are more than 100 weights')),
      stamp: z.string(),
    }),
    reply: z.object({ message: z.string() }),
  },
  lots: {
    method: 'GET',
    path: '/api/roastery/lot-costs',
    access: 'admin',
    summary:
      'What lots really cost, and their cost by the recipe, newest first or as `sort` says, fifty per page or `pageSize`',
    query: z.strictObject(paged(['code', 'roasted', 'weight'])),
    reply: z.object({ lots: z.array(lotCost), page, pages: page }),
  },
  inventory: {
    method: 'GET',
    path: '/api/roastery/inventory',
    access: 'admin',
    summary:
      'The coffee of the roastery and its value at the end of a day in the shop’s time zone; now for today',
    query: ofDay,
    reply: inventory,
  },
  exportInventory: {
    method: 'GET',
    path: '/api/roastery/inventory.csv',
    access: 'admin',
    summary: 'The inventory at the end of a day, as CSV',
    query: ofDay,
    reply: CSV,
  },
})
