/** The grinds that the shop offers: a setting of the whole shop. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { id } from '../fields.ts'
import { WHOLE_BEAN } from '../grinds.ts'
import { grindingFields } from '../resources/grinding.ts'
import { schemasOf } from '../resources/schemas.ts'

const schemas = schemasOf(grindingFields)

const grindingReply = z.object({ _id: id, ...schemas.reply, version: z.int() })
export type Grinding = z.infer<typeof grindingReply>

const grindingEdit = z
  .object({
    ...schemas.edit,
    /** The version with which the form was opened. A save with an older version is refused with 409. */
    version: z.optional(z.int()),
  })
  .check(({ value: edit, issues }) => {
    const names = [WHOLE_BEAN, ...edit.grinds].map((name) => name.toLowerCase())
    const twice = edit.grinds.find((name, index) => names.indexOf(name.toLowerCase()) <= index)
    if (twice !== undefined)
      issues.push({ code: 'custom', input: edit, path: ['grinds'], message: `${twice} is in the list twice` })
    if (edit.isOffered && edit.grinds.length === 0)
      issues.push({ code: 'custom', input: edit, path: ['grinds'], message: 'List at least one grind' })
  })
export type GrindingEdit = z.infer<typeof grindingEdit>

export const grinding = contract({
  one: {
    method: 'GET',
    path: '/api/grinding',
    access: 'admin',
    summary: 'The grinds that the shop offers besides whole bean',
    reply: grindingReply,
  },
  update: {
    method: 'PUT',
    path: '/api/grinding',
    access: 'admin',
    summary: 'Saves the grinds, and whether the shop offers them',
    body: grindingEdit,
    reply: grindingReply,
  },
})
