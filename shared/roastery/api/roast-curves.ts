/** The curve of a batch, from a log of Artisan (shared/roastery/roast-curve.ts). */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { idParams, id, instant, message } from '#shared/kernel/fields.ts'
import { ROAST_EVENTS } from '../roast-curve.ts'

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

export const roastCurves = contract({
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
