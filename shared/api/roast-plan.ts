/** The plan of a roast day: what orders and subscriptions need, what is there, and the batches. All weights are in grams. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { id, idParams, line } from '../fields.ts'
import { batch } from './roast-day.ts'
import { weight } from './roast-steps.ts'
import { day } from './subscription.ts'

const dayParams = z.object({ day })

/** What is set for one day: the capacity in grams of green coffee, and a note. */
const dayFacts = {
  capacityGrams: z.nullable(z.int().check(z.minimum(0), z.maximum(10_000_000))),
  note: line('Note', 200),
}

/** What a coffee needs on the day. */
const coffeeNeed = z.object({
  product: z.object({ _id: id, name: z.string() }),
  sizes: z.array(
    z.object({
      sizeLabel: z.string(),
      grind: z.string(),
      /** The weight of a bag. */
      grams: z.int(),
      /** Bags of paid orders that do not have them yet, and of deliveries of subscriptions that are not charged yet. */
      ordered: z.int(),
      planned: z.int(),
      /** Packaged bags for these orders. */
      packaged: z.int(),
    }),
  ),
  /** Roasted coffee for all these bags. */
  demandGrams: z.int(),
  /** Packaged bags for these orders, in grams. */
  packagedGrams: z.int(),
  /** Coffee for these orders that is in lots, but not packaged. */
  looseGrams: z.int(),
  /** What is still to be blended and packaged from batches. */
  netGrams: z.int(),
})
export type CoffeeNeed = z.infer<typeof coffeeNeed>

/** What a roast needs on the day, from all coffees that contain it. */
const roastNeed = z.object({
  roast: z.object({ _id: id, name: z.string(), profile: z.string() }),
  /** The loss in thousandths, and from how many weighed batches it was computed; 0: the expected loss. */
  loss: z.int(),
  measured: z.int(),
  /** The limits of a batch, in green coffee. */
  smallest: z.int(),
  largest: z.int(),
  /**
   * Roasted coffee. `onHand` is in batches with coffee left, and `earlier` is what batches of earlier days should give, both
   * without what orders of earlier days need. `scheduled` is what the batches of the day should still give.
   */
  demandGrams: z.int(),
  onHandGrams: z.int(),
  earlierGrams: z.int(),
  scheduledGrams: z.int(),
  /** demand - on hand - earlier - scheduled. Negative: carryover. */
  missingGrams: z.int(),
  /** The green coffee that is left in its lots, and what planned batches of all days take of it. */
  greens: z.array(
    z.object({
      lot: z.object({ _id: id, code: z.string(), name: z.string() }),
      percent: z.int(),
      gramsLeft: z.int(),
      plannedGrams: z.int(),
    }),
  ),
})
export type RoastNeed = z.infer<typeof roastNeed>

/** Something that the plan cannot do, or that no longer fits. */
const planProblem = z.object({
  kind: z.enum(['no recipe', 'choice', 'short', 'too much', 'green', 'capacity', 'late', 'not on this day']),
  /** A sentence for people. */
  text: z.string(),
})
export type PlanProblem = z.infer<typeof planProblem>

/** Whether pounds are the first unit of the shop. */
const inPounds = z.boolean()

const plan = z.object({
  day,
  inPounds,
  isRoastDay: z.boolean(),
  /** The green coffee that can be roasted on the day; null if there is no limit. */
  capacityGrams: z.nullable(z.int()),
  /** The capacity of this day alone; null for that of the settings. */
  ownCapacityGrams: z.nullable(z.int()),
  note: z.string(),
  /** The green coffee of orders that are promised for the day, and of all batches of the day. */
  bookedGrams: z.int(),
  batchGrams: z.int(),
  /** Orders that do not have their bags yet, with late ones of earlier days. */
  orders: z.int(),
  coffees: z.array(coffeeNeed),
  roasts: z.array(roastNeed),
  batches: z.array(batch),
  problems: z.array(planProblem),
})
export type RoastPlan = z.infer<typeof plan>

const planDay = z.object({
  day,
  isRoastDay: z.boolean(),
  capacityGrams: z.nullable(z.int()),
  bookedGrams: z.int(),
  batchGrams: z.int(),
  orders: z.int(),
  batches: z.int(),
  roasted: z.int(),
})
export type PlanDay = z.infer<typeof planDay>

export const roastPlan = contract({
  days: {
    method: 'GET',
    path: '/api/roastery/plan',
    access: 'packer',
    summary: 'The roast days of the next two weeks and open earlier ones, with their capacity and work',
    reply: z.object({
      today: day,
      inPounds,
      days: z.array(planDay),
      /** All roasts that batches can be added of, with their limits. */
      roasts: z.array(z.object({ _id: id, name: z.string(), smallest: z.int(), largest: z.int() })),
    }),
  },
  one: {
    method: 'GET',
    path: '/api/roastery/plan/:day',
    access: 'packer',
    summary: 'The demand, the batches and the problems of a roast day',
    params: dayParams,
    reply: plan,
  },
  /** Never changes batches that are weighed or roasted, or that a person added or changed. */
  automatic: {
    method: 'POST',
    path: '/api/roastery/plan/:day/automatic',
    access: 'packer',
    summary: 'Replaces the automatic batches of a day: the fewest batches with the least carryover',
    params: dayParams,
    reply: plan,
  },
  addBatch: {
    method: 'POST',
    path: '/api/roastery/batches',
    access: 'packer',
    summary: 'Adds a batch to a day by hand',
    status: 201,
    body: z.object({ day, roastId: id, greenGrams: weight('The batch') }),
    reply: batch,
  },
  changeBatch: {
    method: 'PUT',
    path: '/api/roastery/batches/:id',
    access: 'packer',
    summary:
      'Changes the weight, day or place of a planned batch. 409 if it is weighed, or has changed since it was read',
    params: idParams,
    body: z.object({
      greenGrams: weight('The batch'),
      day,
      position: z.int().check(z.minimum(0), z.maximum(500)),
      version: z.int(),
    }),
    reply: batch,
  },
  removeBatch: {
    method: 'DELETE',
    path: '/api/roastery/batches/:id',
    access: 'packer',
    summary: 'Removes a planned batch',
    params: idParams,
    reply: z.object({ message: z.string() }),
  },
  saveDay: {
    method: 'PUT',
    path: '/api/roastery/plan/:day',
    access: 'admin',
    summary: 'Sets the capacity of one day; null for that of the settings, 0 for none',
    params: dayParams,
    body: z.object({
      ...dayFacts,
      /** The values that the caller saw. 409 if they have changed since. */
      before: z.object(dayFacts),
    }),
    reply: plan,
  },
})
