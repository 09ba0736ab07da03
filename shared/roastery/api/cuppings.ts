/** Cuppings of roasted batches: the short form and the SCA form (shared/roastery/resources/cupping.ts). */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { day, id, idParams, message } from '#shared/kernel/fields.ts'
import { cuppingFields } from '../resources/cupping.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'

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

export const cuppings = contract({
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
