/** Messages from visitors, for admins: their status, private notes and replies. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { id, idParams, instant, keyword, page, paged, prose, requiredProse } from '#shared/kernel/fields.ts'
import { MAIL_STATES } from '#shared/platform/mails/kinds.ts'
import { MESSAGE_PROBLEMS } from '#shared/checkout/problems.ts'

export const MESSAGE_STATES = ['new', 'answered', 'closed'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

export const MESSAGE_KINDS = ['contact', 'wholesale'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export const NOTE_MAX = 2000
export const ANSWER_MAX = 5000

const mailState = z.enum(MAIL_STATES)

const answer = z.object({
  text: z.string(),
  /** The name of the admin who wrote the answer. */
  by: z.string(),
  at: instant,
  /** Whether the mail was sent, and its id in the mail log. */
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
  /** Pounds per month. */
  qty: z.number(),
  social: z.string(),
  message: z.string(),
  /** The order that a buyer’s question is about; null for other messages. */
  order: z.nullable(id),
  orderNumber: z.nullable(z.string()),
  /** What the buyer reported about the order; null for a question. */
  problem: z.nullable(z.enum(MESSAGE_PROBLEMS)),
  /** The affected items: the line of the order, its name with size and grind, and the number of pieces. */
  problemItems: z.array(z.object({ line: z.int(), title: z.string(), qty: z.int() })),
  createdAt: instant,
  status: z.enum(MESSAGE_STATES),
  /** The private note, only for admins. Visitors never see it. */
  note: z.string(),
  /** Whether the mail to the shop about this message was sent. */
  mail: mailState,
  /** The replies, oldest first. */
  answers: z.array(answer),
})
export type StoredMessage = z.infer<typeof storedMessage>

const wanted = {
  status: z.optional(z.enum(MESSAGE_STATES)),
  kind: z.optional(z.enum(MESSAGE_KINDS)),
  keyword,
}

export const inbox = contract({
  list: {
    method: 'GET',
    path: '/api/messages',
    access: 'barista',
    summary:
      'Messages from visitors, newest first or as `sort` says, twenty per page or `pageSize`; `keyword` searches names, emails and texts',
    query: z.strictObject({ ...wanted, id: z.optional(id), ...paged(['date', 'name']) }),
    reply: z.object({
      messages: z.array(storedMessage),
      page,
      pages: page,
      /** The number of all unanswered messages, without the filters. */
      unanswered: z.int(),
      /** True if no mail server is configured, so that mails about messages are stored and not sent. */
      sandbox: z.boolean(),
    }),
  },
  export: {
    method: 'GET',
    path: '/api/messages/export',
    access: 'admin',
    needsProof: true,
    summary: 'The same messages, all pages, as CSV',
    query: z.strictObject(wanted),
    reply: { file: 'text/csv; charset=utf-8' },
  },
  setStatus: {
    method: 'PUT',
    path: '/api/messages/:id/status',
    access: 'barista',
    summary:
      'Marks a message as new, answered or closed; refused if its status has changed since the caller read it',
    params: idParams,
    body: z.object({ status: z.enum(MESSAGE_STATES), was: z.enum(MESSAGE_STATES) }),
    reply: storedMessage,
  },
  setNote: {
    method: 'PUT',
    path: '/api/messages/:id/note',
    access: 'barista',
    summary: 'Saves the private note; refused if the note has changed since the caller read it',
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
    access: 'barista',
    summary:
      'Mails a reply and marks the message as answered; refused if there are answers that the caller has not read',
    params: idParams,
    body: z.object({
      text: requiredProse('Answer', ANSWER_MAX),
      /** The number of answers that the caller saw. */
      seen: z.int().check(z.nonnegative()),
    }),
    reply: storedMessage,
  },
})
