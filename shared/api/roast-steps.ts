/** What people enter at the steps of a roast day. */
import * as z from 'zod/mini'
import { ADJUSTMENT_REASONS } from '../roastery.ts'
import { id, line } from '../fields.ts'
import { day } from './subscription.ts'

/** The largest weight that can be entered, in grams. */
export const MOST_GRAMS = 1_000_000

export const bagsToPackage = z.object({
  productId: id,
  sizeId: id,
  grind: line('Grind', 40),
  qty: z
    .int('Enter a number of bags')
    .check(z.minimum(1, 'Package at least one bag'), z.maximum(5000, 'Package 5,000 bags at most')),
  day,
  /** Null: lots of the coffee with enough left, oldest first; a coffee with one roast gets a new lot if there is none. */
  lotId: z.nullable(id),
  /** `packaged` as the caller saw it, so that two people do not package the same bags. */
  packagedBefore: z.int().check(z.minimum(0)),
})

/** A change of what is left of a lot of green coffee, a batch, a lot or bags. */
export const correction = z.object({
  of: z.enum(['green', 'batch', 'lot', 'bags']),
  id,
  /** In grams; for bags, a number of bags. */
  change: z.int('Enter a whole number').check(
    z.minimum(-MOST_GRAMS, 'This is too much'),
    z.maximum(MOST_GRAMS, 'This is too much'),
    z.refine((change) => change !== 0, 'Enter a change'),
  ),
  reason: z.enum(ADJUSTMENT_REASONS),
  note: z._default(line('Note', 200), ''),
})
