/** A batch with all of its data, its cuppings and its roast curve. All weights are in grams. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { day, id, idParams, instant, message } from '#shared/kernel/fields.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { cuppingFields } from '../resources/cupping.ts'
import { ROAST_EVENTS } from '../roast-curve.ts'
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
  /** The unit of temperatures that the owner chose. */
  inFahrenheit: z.boolean(),
})
export type WholeBatch = z.infer<typeof batch>

export const batches = contractOf('roastery', {
  one: {
    method: 'GET',
    path: '/api/roastery/batches/:id',
    access: 'packer',
    summary: 'A batch with its green coffee, weights, steps and lots',
    params: idParams,
    reply: batch,
  },
})

const schemas = schemasOf(cuppingFields)

const cupping = z.object({
  _id: id,
  /** `roastsOn`: the day on which it was roasted. */
  batch: z.object({ _id: id, code: z.string(), roastsOn: day }),
  ...schemas.reply,
  /** The final score of the SCA form in points, such as 86.25; null for the short form. */
  total: z.nullable(z.number()),
  version: z.int(),
})
export type Cupping = z.infer<typeof cupping>

const edit = z.object({
  ...schemas.edit,
  /** The version with which the form was opened. A save with an older version is refused with 409. */
  version: z.optional(z.int()),
})
export type CuppingEdit = z.infer<typeof edit>

export const cuppings = contractOf('roastery', {
  ofBatch: {
    method: 'GET',
    path: '/api/roastery/batches/:id/cuppings',
    access: 'packer',
    summary: 'The cuppings of a batch, and the last fifty of other batches of the same roast, newest first',
    params: idParams,
    reply: z.object({ cuppings: z.array(cupping), others: z.array(cupping) }),
  },
  create: {
    method: 'POST',
    path: '/api/roastery/batches/:id/cuppings',
    access: 'packer',
    summary: 'Adds a cupping of a roasted batch. With `Idempotency-Key`, a retry does not add a second one',
    params: idParams,
    body: edit,
    reply: cupping,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/roastery/cuppings/:id',
    access: 'packer',
    summary: 'Saves a cupping',
    params: idParams,
    body: edit,
    reply: cupping,
  },
  remove: {
    method: 'DELETE',
    path: '/api/roastery/cuppings/:id',
    access: 'packer',
    summary: 'Deletes a cupping',
    params: idParams,
    reply: message,
  },
})

/** The limit of a log. The browser checks the bytes before it sends the file. */
export const MAX_LOG_BYTES = 5_000_000

const celsius = z.nullable(z.number())

const curve = z.object({
  title: z.string(),
  machine: z.string(),
  notes: z.string(),
  remarks: z.array(z.string()),
  seconds: z.array(z.number()),
  bean: z.array(celsius),
  environment: z.array(celsius),
  events: z.array(z.object({ kind: z.enum(ROAST_EVENTS), seconds: z.number(), bean: celsius })),
})

const attached = z.object({
  batch: z.object({ _id: id, code: z.string() }),
  fileName: z.string(),
  attachedAt: instant,
  attachedBy: z.string(),
  /** Temperatures in degrees Celsius; times in seconds after the charge. */
  curve,
})
export type AttachedCurve = z.infer<typeof attached>

export const roastCurves = contractOf('roastery', {
  attach: {
    method: 'POST',
    path: '/api/roastery/batches/:id/curve',
    access: 'packer',
    summary:
      'Attaches a log of Artisan (.alog or its JSON export, 5 MB at most) to a batch that was weighed, and replaces an earlier one. 409 with `differences` if its day, weights or duration do not fit the batch: repeat it with `anyway` after asking',
    params: idParams,
    query: z.object({ anyway: z.optional(z.literal('true')) }),
    files: { field: 'file', maxFiles: 1, maxBytes: MAX_LOG_BYTES, what: 'file' },
    reply: attached,
    limit: 'upload',
  },
  one: {
    method: 'GET',
    path: '/api/roastery/batches/:id/curve',
    access: 'packer',
    summary: 'The curve of a batch. 404 if it has none',
    params: idParams,
    reply: attached,
  },
  remove: {
    method: 'DELETE',
    path: '/api/roastery/batches/:id/curve',
    access: 'packer',
    summary: 'Removes the curve of a batch. 404 if it has none',
    params: idParams,
    reply: message,
  },
})
