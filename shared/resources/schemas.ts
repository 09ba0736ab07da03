/**
 * The schemas of the described resources, for their contracts. The browser build omits this file and the descriptions
 * (scripts/omit-schemas.ts), because public pages do not need them.
 */
import type * as z from 'zod/mini'
import { artistFields } from './artist.ts'
import { mapped, type Fields } from './described.ts'
import { menuPageFields } from './menu-page.ts'
import { productFields } from './product.ts'
import { userFields } from './user.ts'

export const productSchemas = schemasOf(productFields)
export const artistSchemas = schemasOf(artistFields)
export const userSchemas = schemasOf(userFields)
export const menuPageSchemas = schemasOf(menuPageFields)

/** The schemas of the fields in requests and responses, to be spread into `z.object`. */
function schemasOf<F extends Fields>(fields: F) {
  return {
    edit: mapped(fields, ({ edit }) => edit) as { [N in keyof F]: F[N]['edit'] },
    reply: mapped(fields, ({ reply }) => reply) as {
      [N in keyof F]: z.ZodMiniType<z.output<F[N]['edit']>>
    },
  }
}
