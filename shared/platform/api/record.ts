/** The admin record: who changed what, and when. */
import * as z from 'zod/mini'
import { SUBJECTS_OF_PAGES } from '../admin-pages.ts'
import { contract } from './endpoint.ts'
import { id, instant, page, pageNumber } from '#shared/kernel/fields.ts'

/** The subjects of the record and their names in the filter of the admin page: those with an admin page, then others. */
export const RECORD_SUBJECTS = {
  ...SUBJECTS_OF_PAGES,
  artist: 'Artists',
  batch: 'Batches',
  coffeeLot: 'Lots of coffee',
  roastDay: 'Roast days',
  shop: 'Shop',
} as const
export type RecordSubject = keyof typeof RECORD_SUBJECTS

const subject = z.enum(Object.keys(RECORD_SUBJECTS) as RecordSubject[])

/** One changed field, as text. */
export const change = z.object({ field: z.string(), before: z.string(), after: z.string() })
export type Change = z.infer<typeof change>

const recordLine = z.object({
  _id: id,
  at: instant,
  by: z.string(),
  subject,
  subjectId: z.string(),
  subjectName: z.string(),
  /** The action as text: 'Changed', 'Deleted', 'Marked delivered'. */
  action: z.string(),
  changes: z.array(change),
})
export type RecordLine = z.infer<typeof recordLine>

export const record = contract({
  list: {
    method: 'GET',
    path: '/api/record',
    access: 'admin',
    summary: 'Who changed what, newest first, twenty per page; optionally of one subject or one row',
    query: z.strictObject({
      pageNumber,
      subject: z.optional(subject),
      subjectId: z.optional(id),
    }),
    reply: z.object({ lines: z.array(recordLine), page, pages: page }),
  },
})
