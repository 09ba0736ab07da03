/** The mail that the shop sends: what became of each, and another try for what has failed. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { id, idParams, instant, page, pageNumber } from './fields.ts'

export const MAIL_STATES = ['waiting', 'sent', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

export const mailLine = z.object({
  _id: id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(MAIL_STATES),
  attempts: z.int(),
  /** Why the last try did not succeed. */
  problem: z.string(),
  createdAt: instant,
  sentAt: z.nullable(instant),
  /** When it is tried again; null when it is not. */
  nextAt: z.nullable(instant),
})
export type MailLine = z.infer<typeof mailLine>

export const mail = contract({
  list: {
    method: 'GET',
    path: '/api/mail',
    access: 'admin',
    summary: 'All mail the shop has sent or tries to send, newest first, twenty a page',
    query: z.strictObject({ pageNumber, state: z.optional(z.enum(MAIL_STATES)), id: z.optional(id) }),
    reply: z.object({
      mail: z.array(mailLine),
      page,
      pages: page,
      /** How many have failed, whatever is wanted. */
      failed: z.int(),
      sandbox: z.boolean(),
    }),
  },
  resend: {
    method: 'POST',
    path: '/api/mail/:id/resend',
    access: 'admin',
    summary: 'Lets a mail that has failed wait to be sent again, under its old Message-ID',
    params: idParams,
    reply: mailLine,
  },
})
