/** The mail log: shows the state of every mail of the shop, and sends failed mails again. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { MAIL_KINDS, MAIL_STATES } from '#shared/platform/mails/kinds.ts'
import { id, idParams, instant, page, paged } from '#shared/kernel/fields.ts'

const mailLine = z.object({
  _id: id,
  kind: z.enum(MAIL_KINDS),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(MAIL_STATES),
  attempts: z.int(),
  /** Why the last attempt failed. */
  problem: z.string(),
  createdAt: instant,
  sentAt: z.nullable(instant),
  /** The time of the next attempt; null if there is none. */
  nextAt: z.nullable(instant),
})
export type MailLine = z.infer<typeof mailLine>

export const mail = contract({
  list: {
    method: 'GET',
    path: '/api/mail',
    access: 'admin',
    summary:
      'All mails that the shop has sent or is trying to send, newest first or oldest first, twenty per page or `pageSize`',
    query: z.strictObject({
      ...paged(['date']),
      state: z.optional(z.enum(MAIL_STATES)),
      kind: z.optional(z.enum(MAIL_KINDS)),
      id: z.optional(id),
    }),
    reply: z.object({
      mail: z.array(mailLine),
      page,
      pages: page,
      /** The number of all failed mails, without the filters. */
      failed: z.int(),
      sandbox: z.boolean(),
    }),
  },
  resend: {
    method: 'POST',
    path: '/api/mail/:id/resend',
    access: 'admin',
    summary:
      'Queues a failed mail, or an email that was stored without a mail server, with its old Message-ID',
    params: idParams,
    reply: mailLine,
  },
})
