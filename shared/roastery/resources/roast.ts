/** The fields of a roast, in the order of its form, and the fields of the recipe of a coffee. */
import * as z from 'zod/mini'
import { numberOf } from '#shared/platform/resources/cells.ts'
import { longText, requiredText, text } from '#shared/platform/resources/kinds.ts'
import { parts } from '#shared/platform/resources/parts.ts'
import { optionalWeight } from '#shared/platform/resources/weights.ts'

const MOST_IN_BATCH = 1_000_000
const lossProblem = 'Enter the loss as a percentage from 0 to 50, such as 15.2'

/** The columns of a roast. Its green coffee is in another table. */
export const roastColumns = {
  name: requiredText('Name', {
    column: 'name',
    max: 120,
    hint: 'Such as Guji filter. The plan and the roast day show it',
  }),
  profile: text('Profile', {
    column: 'profile',
    max: 120,
    hint: 'The name of the roast profile on your machine or in Artisan',
  }),
  loss: {
    column: 'loss_thousandths',
    label: 'Expected loss of weight',
    hint: 'In percent of the green coffee. Used until three batches are weighed; after that, the shop uses the average of the batches',
    edit: z.number(lossProblem).check(
      z.minimum(0, lossProblem),
      z.maximum(50, lossProblem),
      z.refine(
        (loss) => Math.abs(loss * 10 - Math.round(loss * 10)) < 1e-6,
        'The loss has one decimal at most',
      ),
    ),
    reply: z.number(),
    blank: 15,
    input: { as: 'number', step: 'any', max: 50, required: true } as const,
    store: (loss: number) => Math.round(loss * 10),
    load: (stored: number) => stored / 10,
    toForm: String as (loss: number) => string,
    fromForm: numberOf,
    print: (loss: number) => `${loss}%`,
  },
  smallest: optionalWeight('Smallest batch', {
    column: 'smallest_grams',
    max: MOST_IN_BATCH,
    hint: 'Green coffee. If empty, the smallest batch of the machine',
  }),
  largest: optionalWeight('Largest batch', {
    column: 'largest_grams',
    max: MOST_IN_BATCH,
    hint: 'Green coffee. If empty, the largest batch of the machine',
  }),
  notes: longText('Notes', { column: 'notes', max: 2000, rows: 3 }),
} as const

export const roastFields = {
  ...roastColumns,
  greens: parts('Green coffee', {
    what: 'lot',
    hint: 'One lot, or several that go into the drum together: a blend before roasting',
  }),
}

export const recipeFields = {
  roasts: parts('Roasts', {
    what: 'roast',
    hint: 'One roast, or several that are mixed afterwards: a blend after roasting',
  }),
  notes: longText('Notes', { column: 'notes', max: 2000, rows: 3 }),
}
