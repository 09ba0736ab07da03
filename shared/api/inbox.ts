/** What visitors wrote, as the desk reads it: where each letter stands, what was noted about it and written back. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { id, idParams, instant, page, pageNumber, prose, requiredProse } from '../fields.ts'
import { MAIL_STATES } from './mail.ts'

export const MESSAGE_STATES = ['new', 'answered', 'closed'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

export const MESSAGE_KINDS = ['contact', 'wholesale'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export const NOTE_MAX = 2000
export const ANSWER_MAX = 5000

const mailState = z.enum(MAIL_STATES)

const answer = z.object({
  text: z.string(),
  /** The name of the admin who wrote it. */
  by: z.string(),
  at: instant,
  /** Whether it has gone out, and the mail in the log of mail. */
  mail: mailState,
  mailId: id,
})
export type StoredAnswer = z.infer<typeof answer>

const storedMessage = z.object({
  _id: id,
  kind: z.enum(MESSAGE_KINDS),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  typeOfBusiness: z.string(),
  /** Pounds a month. */
  qty: z.number(),
  social: z.string(),
  message: z.string(),
  createdAt: instant,
  status: z.enum(MESSAGE_STATES),
  /** The desk's own; no visitor ever sees it. */
  note: z.string(),
  /** Whether the mail about it has gone out. */
  mail: mailState,
  /** What the desk has written back, the first first. */
  answers: z.array(answer),
})
export type StoredMessage = z.infer<typeof storedMessage>

const wanted = {
  status: z.optional(z.enum(MESSAGE_STATES)),
  kind: z.optional(z.enum(MESSAGE_KINDS)),
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
      messages: z.array(storedMessage),
      page,
      pages: page,
      /** How many wait for an answer, whatever is wanted. */
      unanswered: z.int(),
      /** No mail server is set up: mail about a letter is kept in the house. */
      sandbox: z.boolean(),
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
    body: z.object({ status: z.enum(MESSAGE_STATES), was: z.enum(MESSAGE_STATES) }),
    reply: storedMessage,
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
    reply: storedMessage,
  },
  answer: {
    method: 'POST',
    path: '/api/messages/:id/answers',
    access: 'admin',
    summary:
      'Writes back by mail and marks the letter answered; refused when there are other answers than the caller saw',
    params: idParams,
    body: z.object({
      text: requiredProse('Answer', ANSWER_MAX),
      /** How many answers the caller saw. */
      seen: z.int().check(z.nonnegative()),
    }),
    reply: storedMessage,
  },
})
