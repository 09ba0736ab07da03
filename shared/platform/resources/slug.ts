/** The field for the address of a record: the last part of the path of its page. */
import * as z from 'zod/mini'
import { line } from '#shared/kernel/fields.ts'
import type { About } from './described.ts'
import { text } from './kinds.ts'

/** The maximum length of an address in characters. */
export const MAX_SLUG = 80

/** Words that have a meaning of their own in paths of the API: `/api/products/top`. test/addresses.http.test.ts checks them. */
const RESERVED = new Set(
  'admin all desk edit export featured find import leave match new page praise search statements top words'.split(
    ' ',
  ),
)

/** Why a text cannot be an address; null if it can. Empty is allowed: the server then makes the address from the name. */
export function slugProblem(slug: string): string | null {
  if (!/^([a-z0-9]+(-[a-z0-9]+)*)?$/.test(slug))
    return 'The address can have lowercase letters, digits and single hyphens'
  // Ids of earlier shops may be numbers.
  if (/^[\d-]+$/.test(slug)) return 'The address needs a letter'
  if (RESERVED.has(slug)) return 'The shop uses this word itself. Choose another address'
  return looksLikeId(slug) ? 'This looks like an id. Use words, with hyphens between them' : null
}

/** Whether a text has the format of an id of this shop, or of the shops from which it may come. No address has it. */
export function looksLikeId(slug: string): boolean {
  return /^(?=[a-z]*\d)[a-z0-9]{20,}$/.test(slug)
}

/**
 * An address, such as `ethiopia-guji-highlands`. If empty, it is made from the name. Without the field in a request, or
 * in a CSV file, it stays as it is.
 * @param below the path before it: `/product/`
 */
export function slugField(below: string, about: Omit<About<'slug'>, 'column'> = {}) {
  return {
    ...text('Address', {
      column: 'slug',
      max: MAX_SLUG,
      hint: `What follows ${below}. If empty, it is made from the name. Earlier addresses keep working`,
      rule: line('Address', MAX_SLUG).check(
        z.refine((slug) => slugProblem(slug) === null, { error: ({ input }) => slugProblem(String(input))! }),
      ),
      ...about,
    }),
    fromCell: (cell: string) => cell || undefined,
  }
}
