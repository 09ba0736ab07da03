/** Bulk changes: an action for many rows of a list, with a preview, an answer per row, and *Undo*. */
import * as z from 'zod/mini'
import type { ZodMiniType } from 'zod/mini'
import { id, instant } from '#shared/kernel/fields.ts'
import type { StaffAccess } from '#shared/kernel/roles.ts'
import { MAX_BULK } from '../bulk.ts'
import { change } from './change-log.ts'
import { contract } from './endpoint.ts'

const TOO_MANY = `At most ${MAX_BULK} rows can be changed at once. Choose fewer`

const MAX_IDS = 10_000

/** An opaque text that differs after each save of the row. */
const version = z.string().check(z.maxLength(64))

/** One field that the preview asks for in each row, such as a counted stock, with its current value. */
const input = z.object({ id, label: z.string(), value: z.int() })
export type BulkInput = z.infer<typeof input>

const previewRow = z.object({
  _id: id,
  name: z.string(),
  version,
  changes: z.array(change),
  inputs: z.optional(z.array(input)),
})
export type BulkPreviewRow = z.infer<typeof previewRow>

const leftOut = z.object({
  _id: id,
  name: z.string(),
  /** `same`: nothing would change. `rule`: it is not possible for this row. */
  why: z.enum(['same', 'rule']),
  reason: z.string(),
})
export type BulkLeftOut = z.infer<typeof leftOut>

const preview = z.object({
  /** Identifies the press of the button that follows: a repeated press changes nothing twice. */
  id,
  since: instant,
  rows: z.array(previewRow),
  left: z.array(leftOut),
  /** The largest change, such as 'Guji: +$4.00 (+20%)'. */
  largest: z.nullable(z.string()),
  /** What else happens, such as how many subscribers pay another price. */
  notes: z.array(z.string()),
})
export type BulkPreview = z.infer<typeof preview>

/**
 * `skipped`: someone saved the row after the preview; `changes` is what would change now, and `version` the one to try again
 * with. `refused`: a rule. `failed`: an error of the shop; the same request tries only these rows again.
 */
const answerRow = z.object({
  _id: id,
  name: z.string(),
  state: z.enum(['done', 'unchanged', 'skipped', 'refused', 'failed']),
  message: z.optional(z.string()),
  version: z.optional(version),
  changes: z.array(change),
})
export type BulkAnswerRow = z.infer<typeof answerRow>

const answer = z.object({ id, rows: z.array(answerRow) })
export type BulkAnswer = z.infer<typeof answer>

/** Chosen rows: some, or all that match the filters of the list. */
export function choiceOf<F extends ZodMiniType>(filter: F) {
  return z.union([
    // The server says how many it accepts: a union has one message for all of its problems.
    z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(MAX_IDS)) }),
    z.strictObject({ filter, except: z._default(z.array(id).check(z.maxLength(MAX_IDS)), []) }),
  ])
}

/**
 * The endpoints of the bulk changes of a list.
 * @param access who may use any of them; each action has a rule of its own on the server
 * @param what the rows in the summaries: 'products'
 * @param action the actions, as a union by `kind`
 * @param filter the filters of the list, as they are in its query
 */
export function bulkContract<
  const P extends `/api/${string}`,
  const S extends StaffAccess,
  A extends ZodMiniType,
  F extends ZodMiniType,
>({ path, access, what, action, filter }: { path: P; access: S; what: string; action: A; filter: F }) {
  return contract({
    preview: {
      method: 'POST',
      path: `${path}/preview`,
      access,
      summary: `What an action would change of chosen ${what}, or of all that match the filters; ${MAX_BULK} at most. Changes nothing`,
      body: z.strictObject({ choice: choiceOf(filter), action }),
      reply: preview,
    },
    apply: {
      method: 'POST',
      path: `${path}/apply`,
      access,
      summary: `Changes ${what} as the preview showed, each for itself. Repeated with the same id, it changes only those that are not done`,
      body: z.strictObject({
        id,
        /** Both from the preview. */
        since: z.optional(z.string().check(z.regex(/^[\d:.TZ-]{0,40}$/))),
        action,
        rows: z
          .array(z.strictObject({ _id: id, version }))
          .check(z.minLength(1), z.maxLength(MAX_BULK, TOO_MANY)),
      }),
      reply: answer,
    },
    undo: {
      method: 'POST',
      path: `${path}/undo`,
      access,
      summary: `Takes a bulk change of ${what} back, except where someone has saved since. Repeated, it changes nothing twice`,
      body: z.strictObject({ of: id }),
      reply: answer,
    },
  })
}
