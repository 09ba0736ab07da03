/** How staff sign in. decisions/066-passkeys-and-second-factors.md */
import * as z from 'zod/mini'
import type { EditOf } from '../resources/described.ts'
import { check, text } from '../resources/kinds.ts'

/** How long owners may still sign in without a second factor after it was required, in milliseconds. */
const OWNERS_GRACE = 7 * 24 * 60 * 60 * 1000

export const signInFields = {
  isRequired: check('Staff must use a second factor', {
    column: 'is_required',
    words: ['No', 'Yes'],
    edit: z.boolean(),
  }),
  /** Set by the server. Empty while it is not required. */
  since: text('Since', { column: 'since', max: 30 }),
}

type SignInSettings = EditOf<typeof signInFields>

export const SIGN_IN_DEFAULTS: SignInSettings = { isRequired: false, since: '' }

/** When owners need a second factor too (ISO 8601); empty while it is not required. */
export function requiredOfOwners({ isRequired, since }: SignInSettings): string {
  return isRequired ? new Date(Date.parse(since) + OWNERS_GRACE).toISOString() : ''
}
