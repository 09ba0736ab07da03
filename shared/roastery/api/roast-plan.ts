/** The plan of a roast day: the demand of orders and subscriptions, the coffee on hand, and the batches. Weights are in grams. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { day, id, idParams, line } from '#shared/kernel/fields.ts'
import { batch } from './roast-day.ts'
import { weight } from './roast-steps.ts'

const dayParams = z.object({ day })

/** The settings of one day: the capacity in grams of green coffee, and a note. */
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
      /** `ordered`: bags that paid orders still need. `planned`: bags for subscription deliveries that are not charged yet. */
      ordered: z.int(),
      planned: z.int(),
      /** Packaged bags for these orders. */
      packaged: z.int(),
    }),
  ),
  /** The roasted coffee for all these bags. */
  demandGrams: z.int(),
  /** The weight of the packaged bags for these orders. */
  packagedGrams: z.int(),
  /** The coffee for these orders that is in lots but not packaged. */
  looseGrams: z.int(),
  /** The roasted coffee that still has to be taken from batches, blended and packaged. */
  netGrams: z.int(),
})
export type PlanCoffee = z.infer<typeof coffeeNeed>

/** The demand for a roast on the day, by all coffees that contain it. */
const roastNeed = z.object({
  roast: z.object({ _id: id, name: z.string(), profile: z.string() }),
  /** The weight loss in thousandths, and the number of weighed batches that it was measured from; 0 for the expected loss. */
  loss: z.int(),
  measured: z.int(),
  /** The limits of a batch, in green coffee. */
  smallest: z.int(),
  largest: z.int(),
  /**
   * Roasted coffee. `onHand` is left in roasted batches. `earlier` is the expected yield of open batches of earlier days.
   * Both exclude the coffee that orders of earlier days need. `scheduled` is the expected yield of the day's open batches.
   */
  demandGrams: z.int(),
  onHandGrams: z.int(),
  earlierGrams: z.int(),
  scheduledGrams: z.int(),
  /** demand - on hand - earlier - scheduled. A negative number is carryover. */
  missingGrams: z.int(),
  /** The green coffee left in each lot, and the part of it that planned batches of all days use. */
  greens: z.array(
    z.object({
      lot: z.object({ _id: id, code: z.string(), name: z.string() }),
      percent: z.int(),
      gramsLeft: z.int(),
      plannedGrams: z.int(),
    }),
  ),
})
export type PlanRoast = z.infer<typeof roastNeed>

/** A demand that the plan cannot meet, or a batch that no longer fits the plan. */
const planProblem = z.object({
  kind: z.enum(['no recipe', 'choice', 'short', 'too much', 'green', 'capacity', 'late', 'not on this day']),
  /** The text that the screen shows. */
  text: z.string(),
})
export type PlanProblem = z.infer<typeof planProblem>

const plan = z.object({
  day,
  isRoastDay: z.boolean(),
  /** The green coffee that can be roasted on the day; null if there is no limit. */
  capacityGrams: z.nullable(z.int()),
  /** The capacity that is set for this day only; null if the capacity in the settings applies. */
  ownCapacityGrams: z.nullable(z.int()),
  note: z.string(),
  /** `bookedGrams`: for orders promised for the day. `batchGrams`: for all batches of the day. Both are green coffee. */
  bookedGrams: z.int(),
  batchGrams: z.int(),
  /** Orders whose bags are not packaged yet, including late orders of earlier days. */
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

export const roastPlan = contractOf('roastery', {
  days: {
    method: 'GET',
    path: '/api/roastery/plan',
    access: 'packer',
    summary: 'The roast days of the next two weeks and open earlier ones, with their capacity and work',
    reply: z.object({
      today: day,
      days: z.array(planDay),
      /** All roasts that a batch can be added for, with their limits. */
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
  /** Does not change batches that are weighed or roasted, or that a person added or changed. */
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
    summary: 'Adds a batch to a day by hand. With `Idempotency-Key`, a retry does not add a second batch',
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
    summary: 'Sets the capacity of one day: null uses the capacity in the settings, 0 means no roasting',
    params: dayParams,
    body: z.object({
      ...dayFacts,
      /** The values that the caller saw. The response is 409 if they have changed since. */
      before: z.object(dayFacts),
    }),
    reply: plan,
  },
})
