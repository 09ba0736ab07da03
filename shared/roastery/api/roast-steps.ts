/** What people enter at the steps of a roast day. */
import * as z from 'zod/mini'
import { ADJUSTMENT_REASONS } from '../roastery.ts'
import { day, id, line, prose } from '#shared/kernel/fields.ts'

/** The largest weight that can be entered, in grams. */
const MOST_GRAMS = 1_000_000

/** A weight that someone entered. */
export function weight(label: string) {
  return z
    .int(`${label} must be a weight`)
    .check(
      z.minimum(1, `${label} must be more than 0`),
      z.maximum(MOST_GRAMS, `${label} cannot be more than 2,204.6 lb (1,000 kg)`),
    )
}

/** Two days, in seconds. A step that was done longer ago counts as done then. */
export const MOST_SECONDS_AGO = 172_800

/**
 * How many seconds before the request the step was done, by the clock of the device: a tablet sends it later if it has no
 * connection.
 */
const secondsAgo = z.optional(z.int().check(z.minimum(0), z.maximum(MOST_SECONDS_AGO)))

export const weighing = z.object({
  /** What was weighed in, by lot. */
  greens: z
    .array(z.object({ lotId: id, grams: weight('The green coffee') }))
    .check(z.minLength(1, 'Weigh at least one lot'), z.maxLength(10, 'A batch has 10 lots at most')),
  secondsAgo,
})

export const roasting = z.object({
  roastedGrams: weight('The roasted coffee'),
  /** The duration of the roast; null if it was not measured. */
  roastSeconds: z._default(
    z.nullable(
      z
        .int('The time must be whole seconds')
        .check(
          z.minimum(60, 'A roast takes at least 1 minute'),
          z.maximum(3600, 'A roast takes 1 hour at most'),
        ),
    ),
    null,
  ),
  notes: z._default(prose('Notes', 2000), ''),
  secondsAgo,
})

export const bagsToPackage = z.object({
  productId: id,
  sizeId: id,
  grind: line('Grind', 40),
  qty: z
    .int('Enter a number of bags')
    .check(z.minimum(1, 'Package at least one bag'), z.maximum(5000, 'Package 5,000 bags at most')),
  day,
  /**
   * The lot or the roasted batch that all bags come from. Without either, the shop chooses (shared/roastery/bag-sources.ts): first
   * coffee that was roasted on the day or later, then earlier coffee that is still fresh.
   */
  lotId: z.nullable(id),
  batchId: z.optional(z.nullable(id)),
  /** The number `packaged` that the caller saw, so that two people do not package the same bags. */
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
  /** What was left when the page was shown. A correction of a count is refused if it has changed since. */
  expected: z.optional(z.int()),
  note: z._default(line('Note', 200), ''),
})
