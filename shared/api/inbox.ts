/** What visitors wrote, as the desk reads it: where each letter stands, and what was noted about it. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { id, idParams, instant, page, pageNumber, prose } from './fields.ts'

export const LETTER_STATES = ['new', 'answered', 'closed'] as const
export type LetterState = (typeof LETTER_STATES)[number]

export const LETTER_KINDS = ['contact', 'wholesale'] as const
export type LetterKind = (typeof LETTER_KINDS)[number]

export const NOTE_MAX = 2000

export const storedLetter = z.object({
  _id: id,
  kind: z.enum(LETTER_KINDS),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  typeOfBusiness: z.string(),
  /** Pounds a month. */
  qty: z.number(),
  social: z.string(),
  message: z.string(),
  createdAt: instant,
  status: z.enum(LETTER_STATES),
  /** The desk's own; no visitor ever sees it. */
  note: z.string(),
  /** Whether the mail about it has gone out. */
  mail: z.enum(['waiting', 'sent', 'failed']),
})
export type StoredLetter = z.infer<typeof storedLetter>

const wanted = {
  status: z.optional(z.enum(LETTER_STATES)),
  kind: z.optional(z.enum(LETTER_KINDS)),
  keyword: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Search for 100 characters at most'))),
}

export const inbox = contract({
  list: {
    method: 'GET',
    path: '/api/messages',
    access: 'admin',
    summary: 'What visitors wrote, newest first, twenty a page; `keyword` looks at names, e-mails and texts',
    query: z.strictObject({ ...wanted, id: z.optional(id), pageNumber }),
    reply: z.object({
      messages: z.array(storedLetter),
      page,
      pages: page,
      /** How many wait for an answer, whatever is wanted. */
      unanswered: z.int(),
    }),
  },
  export: {
    method: 'GET',
    path: '/api/messages/export',
    access: 'admin',
    summary: 'The same letters, all pages of them, as CSV',
    query: z.strictObject(wanted),
    reply: { file: 'text/csv; charset=utf-8' },
  },
  setStatus: {
    method: 'PUT',
    path: '/api/messages/:id/status',
    access: 'admin',
    summary:
      'Marks a letter new, answered or closed; refused when it no longer stands where the caller saw it',
    params: idParams,
    body: z.object({ status: z.enum(LETTER_STATES), was: z.enum(LETTER_STATES) }),
    reply: storedLetter,
  },
  setNote: {
    method: 'PUT',
    path: '/api/messages/:id/note',
    access: 'admin',
    summary: 'Writes the private note; refused when it no longer reads as the caller saw it',
    params: idParams,
    body: z.object({
      note: prose('Note', NOTE_MAX),
      was: prose('Note', NOTE_MAX),
    }),
    reply: storedLetter,
  },
})
