/**
 * The contact form and the wholesale form. MAIL_SERVICE_BASE can name an email service that receives the forms instead of
 * the shop, so the forms have the paths and field names of that service.
 */
import * as z from 'zod/mini'
import { MESSAGE_PROBLEMS } from '#shared/checkout/problems.ts'
import { contract } from '#shared/platform/api/endpoint.ts'
import {
  email,
  idParams,
  line,
  message as answer,
  numberOrText,
  prose,
  requiredLine,
  requiredProse,
  trap,
} from '#shared/kernel/fields.ts'
import { MAX_LINES, pieces } from '#shared/platform/api/cart-lines.ts'

export const MESSAGE_MAX = 5000

const message = requiredProse('Message', MESSAGE_MAX)

/** The response of the mail service. `success` means that the message is stored, but not necessarily delivered yet. */
const status = z.object({ status: z.enum(['success', 'fail']) })

const contactMessage = z.object({
  name: requiredLine('Name', 100),
  email,
  message,
})
export type ContactMessage = z.infer<typeof contactMessage>

const wholesaleInquiry = z.object({
  businessName: requiredLine('Business Name', 120),
  typeOfBusiness: requiredLine('Type of Business', 120),
  email,
  phone: requiredLine('Phone', 40),
  /** Pounds per month. */
  qty: z._default(
    z.pipe(
      numberOrText,
      z
        .number('Quantity must be a number')
        .check(z.minimum(0, 'Quantity cannot be negative'), z.maximum(1_000_000, 'Quantity is too large')),
    ),
    0,
  ),
  social: z._default(line('Website/ Socials', 200), ''),
  message,
})
export type WholesaleInquiry = z.infer<typeof wholesaleInquiry>

const FAIL = { status: 'fail' } as const

/** `homepage` is not in `mailerState`, because the fields of that object are fixed. */
export const messages = contract({
  contact: {
    method: 'POST',
    path: '/send',
    access: 'public',
    summary: 'Stores a contact message and mails it to the shop',
    body: z.object({ mailerState: contactMessage, homepage: trap }, 'mailerState is required'),
    reply: status,
    limit: 'message',
    refusal: FAIL,
  },
  wholesale: {
    method: 'POST',
    path: '/wholesale/send',
    access: 'public',
    summary: 'Stores a wholesale inquiry and mails it to the shop',
    body: z.object({ mailerState: wholesaleInquiry, homepage: trap }, 'mailerState is required'),
    reply: status,
    limit: 'message',
    refusal: FAIL,
  },
  question: {
    method: 'POST',
    path: '/api/orders/:id/question',
    access: 'buyer',
    summary:
      'Stores a buyer’s question or problem with an order as a contact message, and mails it to the shop. A problem can name items of the order, and needs a text only if its kind is `other`',
    params: idParams,
    body: z
      .object({
        message: z._default(prose('Message', MESSAGE_MAX), ''),
        problem: z.optional(z.enum(MESSAGE_PROBLEMS)),
        /** The affected lines of the order. */
        items: z._default(
          z
            .array(z.object({ line: z.int().check(z.nonnegative()), qty: pieces }))
            .check(z.maxLength(MAX_LINES)),
          [],
        ),
      })
      .check(
        z.refine(
          ({ message: text, problem }) => text !== '' || (problem !== undefined && problem !== 'other'),
          'Message is required',
        ),
      ),
    reply: answer,
    limit: 'message',
  },
})
