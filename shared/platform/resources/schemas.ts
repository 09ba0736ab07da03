/** The schemas of a described resource, for its contract. */
import * as z from 'zod/mini'
import { mapped, type AnyField, type Fields } from './described.ts'

/**
 * The schemas of the fields in requests and responses, to be spread into `z.object`. The browser does not validate, so
 * its build replaces a contract's schemas and descriptions with placeholders (scripts/omit-schemas.ts).
 */
export function schemasOf<F extends Fields>(fields: F) {
  return {
    edit: mapped(fields, ({ edit }) => edit) as { [N in keyof F]: F[N]['edit'] },
    /** For a request that changes a row: a missing field stays as it is, also one that has a default in `edit`. */
    change: mapped(fields, (field) => z.optional(withoutDefault(field))) as {
      [N in keyof F]: z.ZodMiniOptional<z.ZodMiniType<z.output<F[N]['edit']>, z.input<F[N]['edit']>>>
    },
    reply: mapped(fields, ({ reply }) => reply) as {
      [N in keyof F]: z.ZodMiniType<z.output<F[N]['edit']>>
    },
  }
}

function withoutDefault({ edit }: AnyField): z.ZodMiniType {
  return edit instanceof z.ZodMiniDefault ? (edit.def.innerType as z.ZodMiniType) : edit
}
