/** The mail that the shop sends: what became of each, and another try for what has failed. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { id, idParams, instant, page, pageNumber } from '../fields.ts'

/** `kept`: there was no mail server, and nobody has it. */
export const MAIL_STATES = ['waiting', 'sent', 'kept', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** Which letter it is: to the house, to a visitor who wrote, to the buyer of an order, to the holder of an account. */
export const MAIL_KINDS = [
  'message',
  'answer',
  'order-to-ship',
  'order-received',
  'order-paid',
  'order-shipped',
  'order-delivered',
  'order-cancelled',
  'order-expired',
  'order-refunded',
  'password-reset',
  'password-changed',
  'email-confirm',
  'email-changing',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

const mailLine = z.object({
  _id: id,
  kind: z.enum(MAIL_KINDS),
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
    query: z.strictObject({
      pageNumber,
      state: z.optional(z.enum(MAIL_STATES)),
      kind: z.optional(z.enum(MAIL_KINDS)),
      id: z.optional(id),
    }),
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
    summary:
      'Lets a mail wait to be sent again, under its old Message-ID: one that failed, or was kept until now',
    params: idParams,
    reply: mailLine,
  },
})
