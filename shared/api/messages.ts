/** What visitors write: contact messages and wholesale enquiries, in the words of the mail service of spec section 7. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { email, line, requiredLine, requiredProse } from '../fields.ts'

export const MESSAGE_MAX = 5000

/** A form without JavaScript sends text, and an emptied field as no text at all. */
const numberOrText = z.transform((value: unknown) => {
  if (typeof value !== 'string') return value
  return value.trim() === '' ? 0 : Number(value)
})

const message = requiredProse('Message', MESSAGE_MAX)

/** Answers of the mail service: `success` means stored for good, not yet delivered. */
const status = z.object({ status: z.enum(['success', 'fail']) })

/**
 * A field that people do not see; whoever fills it in is a machine, and is answered as if all were well. It stands beside
 * `mailerState`, which has the fields of the specification and no others.
 */
const trap = z.optional(z.string().check(z.maxLength(1000)))

const contactMessage = z.object({
  name: requiredLine('Name', 100),
  email,
  message,
})
export type ContactMessage = z.infer<typeof contactMessage>

const wholesaleEnquiry = z.object({
  businessName: requiredLine('Business Name', 120),
  typeOfBusiness: requiredLine('Type of Business', 120),
  email,
  phone: requiredLine('Phone', 40),
  /** Pounds a month. */
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
export type WholesaleEnquiry = z.infer<typeof wholesaleEnquiry>

const FAIL = { status: 'fail' } as const

export const messages = contract({
  contact: {
    method: 'POST',
    path: '/send',
    access: 'public',
    summary: 'Stores a contact message and mails it to the house',
    body: z.object({ mailerState: contactMessage, homepage: trap }, 'mailerState is required'),
    reply: status,
    limit: 'message',
    refusal: FAIL,
  },
  wholesale: {
    method: 'POST',
    path: '/wholesale/send',
    access: 'public',
    summary: 'Stores a wholesale enquiry and mails it to the house',
    body: z.object({ mailerState: wholesaleEnquiry, homepage: trap }, 'mailerState is required'),
    reply: status,
    limit: 'message',
    refusal: FAIL,
  },
})
