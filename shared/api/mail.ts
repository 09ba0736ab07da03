/** The mail log: shows the state of every mail of the shop, and sends failed mails again. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { id, idParams, instant, page, pageNumber } from '../fields.ts'

/** `kept`: the mail was stored and not sent, because there was no mail server. */
export const MAIL_STATES = ['waiting', 'sent', 'kept', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

/**
 * The kinds of mail, grouped by recipient: the shop, a visitor who sent a message, the buyer of an order, the owner of
 * an account, a guest, a person who signed up for an event, a subscriber, the recipient of a gift card, a subscriber
 * of the newsletter, a visitor who asked for a notice or for a saved cart, the buyer of coffee that is recalled.
 */
export const MAIL_KINDS = [
  'message',
  'answer',
  'order-to-ship',
  'order-received',
  'order-paid',
  'order-shipped',
  'order-ready',
  'order-reminder',
  'order-delivered',
  'order-review',
  'order-moved',
  'order-replacement',
  'order-cancelled',
  'order-expired',
  'order-refunded',
  'password-reset',
  'password-changed',
  'email-confirm',
  'email-changing',
  'email-own',
  'sign-in-changed',
  'account-finish',
  'guest-links',
  'event-signup',
  'event-seat',
  'event-changed',
  'event-reminder',
  'event-left',
  'event-cancelled',
  'subscription-started',
  'subscription-notice',
  'subscription-waiting',
  'subscription-missed',
  'subscription-moved',
  'subscription-declined',
  'subscription-method',
  'subscription-failed',
  'subscription-price',
  'subscription-canceled',
  'subscription-yearly',
  'subscription-ending',
  'subscription-sold-out',
  'staff-invite',
  'gift-card',
  'newsletter-confirm',
  'newsletter',
  'stock-confirm',
  'stock-back',
  'saved-cart',
  'recall',
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
    summary: 'All mails that the shop has sent or is trying to send, newest first, twenty per page',
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
