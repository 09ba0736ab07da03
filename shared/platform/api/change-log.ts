/** The change log: who changed what, and when. */
import * as z from 'zod/mini'
import { SUBJECTS_OF_PAGES } from '../admin-pages.ts'
import { contract } from './endpoint.ts'
import { id, idParams, instant, page, paged } from '#shared/kernel/fields.ts'

/** The subjects of the change log and their names in the filter of the admin page: those with an admin page, then others. */
export const CHANGE_LOG_SUBJECTS = {
  ...SUBJECTS_OF_PAGES,
  artist: 'Artists',
  batch: 'Batches',
  coffeeLot: 'Lots of coffee',
  roastDay: 'Roast days',
  shop: 'Shop',
} as const
export type ChangeLogSubject = keyof typeof CHANGE_LOG_SUBJECTS

const subject = z.enum(Object.keys(CHANGE_LOG_SUBJECTS) as ChangeLogSubject[])

/** One changed field, as text. */
export const change = z.object({ field: z.string(), before: z.string(), after: z.string() })
export type Change = z.infer<typeof change>

const changeLogLine = z.object({
  _id: id,
  at: instant,
  by: z.string(),
  subject,
  subjectId: z.string(),
  subjectName: z.string(),
  /** The action as text: 'Changed', 'Deleted', 'Marked delivered'. */
  action: z.string(),
  changes: z.array(change),
  /** Set for a bulk change of a list: how many rows it changed, and whether it was taken back. `changes` has the first few. */
  bulk: z.optional(z.object({ list: z.string(), rows: z.int(), isUndone: z.boolean() })),
})
export type ChangeLogLine = z.infer<typeof changeLogLine>

export const changeLog = contract({
  list: {
    method: 'GET',
    path: '/api/record',
    access: 'admin',
    summary:
      'Who changed what, newest first or as `sort` says, twenty per page or `pageSize`; optionally of one subject or one row',
    query: z.strictObject({
      ...paged(['date', 'who']),
      subject: z.optional(subject),
      subjectId: z.optional(id),
    }),
    reply: z.object({ lines: z.array(changeLogLine), page, pages: page }),
  },
  rows: {
    method: 'GET',
    path: '/api/record/:id/rows',
    access: 'admin',
    summary: 'All rows of a bulk change, by their names',
    params: idParams,
    reply: z.object({ rows: z.array(z.object({ _id: id, name: z.string(), changes: z.array(change) })) }),
  },
})
