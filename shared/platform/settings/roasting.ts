/** The owner's settings of the roastery, in the order of their form. */
import type { EditOf } from '../resources/described.ts'
import { choice, requiredInteger } from '../resources/kinds.ts'
import { optionalWeight, weight } from '../resources/weights.ts'

const MOST_IN_BATCH = 1_000_000

export const roastingFields = {
  inPounds: choice('Weights', {
    column: 'in_pounds',
    words: ['Kilograms and grams', 'Pounds and ounces'],
    hint: 'The first unit on the screens of the desk. The other unit is shown too, and every field takes both',
  }),
  inFahrenheit: choice('Temperatures', {
    column: 'in_fahrenheit',
    words: ['Celsius', 'Fahrenheit'],
    hint: 'The unit of roast curves',
  }),
  capacity: optionalWeight('Capacity of a roast day', {
    column: 'capacity_grams',
    max: 10_000_000,
    hint: 'Green coffee. When a day is full, new orders are promised for the next roast day. If empty, there is no limit',
  }),
  smallest: weight('Smallest batch', {
    column: 'smallest_grams',
    max: MOST_IN_BATCH,
    hint: 'Green coffee. The least that the roaster takes',
  }),
  largest: weight('Largest batch', {
    column: 'largest_grams',
    max: MOST_IN_BATCH,
    hint: 'Green coffee. The most that the roaster takes',
  }),
  freshDays: requiredInteger('Use roasted coffee for', {
    column: 'fresh_days',
    max: 60,
    hint: 'In days after roasting. Older coffee and bags are not used for orders',
  }),
}

export type RoastingSettings = EditOf<typeof roastingFields>

/** A shop in the United States with a machine of 12 kg, without a limit per day. */
export const ROASTING_DEFAULTS: RoastingSettings = {
  inPounds: true,
  inFahrenheit: false,
  capacity: null,
  smallest: 3_000,
  largest: 12_000,
  freshDays: 10,
}

/** The problem of each field whose value does not fit the other values. */
export function roastingProblems({ smallest, largest }: RoastingSettings): Record<string, string> {
  return largest < smallest ? { largest: 'This is less than the smallest batch' } : {}
}
