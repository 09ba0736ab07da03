/** A batch with all of its data. All weights are in grams. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { day, id, idParams, instant } from '#shared/kernel/fields.ts'
import { BATCH_STATES } from './roast-day.ts'

const step = z.nullable(z.object({ at: instant, by: z.string() }))

const batch = z.object({
  _id: id,
  code: z.string(),
  state: z.enum(BATCH_STATES),
  /** The day for which it was planned, and the day on which it was roasted; null until then. */
  roastsOn: day,
  roastedOn: z.nullable(day),
  roast: z.object({ _id: id, name: z.string(), expectedLoss: z.int() }),
  /** The profile with which it was roasted. Until then, the profile of the roast. */
  profile: z.string(),
  greenGrams: z.int(),
  /** What was weighed in; empty until then. */
  greens: z.array(
    z.object({ lot: z.object({ _id: id, code: z.string(), name: z.string() }), grams: z.int() }),
  ),
  roastedGrams: z.nullable(z.int()),
  /** The loss of weight in thousandths; null until the batch is roasted. */
  loss: z.nullable(z.int()),
  /** The roasted coffee that is not in a lot yet. */
  gramsLeft: z.int(),
  roastSeconds: z.nullable(z.int()),
  notes: z.string(),
  weighed: step,
  roasted: step,
  /** The lots that its coffee is in. */
  lots: z.array(
    z.object({
      _id: id,
      code: z.string(),
      product: z.object({ _id: id, name: z.string() }),
      grams: z.int(),
    }),
  ),
  /** The coffees whose recipe contains the roast, with the cupping notes on their labels. */
  coffees: z.array(z.object({ _id: id, name: z.string(), cuppingNote: z.string() })),
  hasCurve: z.boolean(),
  /** Other batches of the roast with a curve and the day of roasting, newest first, fifty at most. */
  comparable: z.array(z.object({ _id: id, code: z.string(), roastsOn: day })),
  /** The units that the owner chose. */
  inPounds: z.boolean(),
  inFahrenheit: z.boolean(),
})
export type WholeBatch = z.infer<typeof batch>

export const batches = contract({
  one: {
    method: 'GET',
    path: '/api/roastery/batches/:id',
    access: 'packer',
    summary: 'A batch with its green coffee, weights, steps and lots',
    params: idParams,
    reply: batch,
  },
})
