/** What visitors write: contact messages and wholesale enquiries, in the words of the mail service of spec section 7. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { email, id, instant, line, page, pageNumber, prose, requiredLine } from './fields.ts'

export const MESSAGE_MAX = 5000

/** A form without JavaScript sends text, and an emptied field as no text at all. */
const numberOrText = z.transform((value: unknown) => {
  if (typeof value !== 'string') return value
  return value.trim() === '' ? 0 : Number(value)
})

const requiredProse = prose('Message', MESSAGE_MAX).check(
  z.refine((text) => text !== '', 'Message is required'),
)

/** Answers of the mail service: `success` means stored for good, not yet delivered. */
const status = z.object({ status: z.enum(['success', 'fail']) })

/** A field that people do not see; whoever fills it in is a machine, and is answered as if all were well. */
const trap = z.optional(z.string().check(z.maxLength(1000)))

export const contactMessage = z.object({
  name: requiredLine('Name', 100),
  email,
  message: requiredProse,
  homepage: trap,
})
export type ContactMessage = z.infer<typeof contactMessage>

export const wholesaleEnquiry = z.object({
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
  message: requiredProse,
  homepage: trap,
})
export type WholesaleEnquiry = z.infer<typeof wholesaleEnquiry>

export const storedMessage = z.object({
  _id: id,
  kind: z.enum(['contact', 'wholesale']),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  typeOfBusiness: z.string(),
  qty: z.number(),
  social: z.string(),
  message: z.string(),
  createdAt: instant,
  /** Whether the mail about it has gone out. */
  mail: z.enum(['waiting', 'sent', 'failed']),
})
export type StoredMessage = z.infer<typeof storedMessage>

export const mailLine = z.object({
  _id: id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  problem: z.string(),
  createdAt: instant,
  sentAt: z.nullable(instant),
})
export type MailLine = z.infer<typeof mailLine>

const FAIL = { status: 'fail' } as const

export const messages = contract({
  contact: {
    method: 'POST',
    path: '/send',
    access: 'public',
    summary: 'Stores a contact message and mails it to the house',
    body: z.object({ mailerState: contactMessage }, 'mailerState is required'),
    reply: status,
    limit: 'message',
    refusal: FAIL,
  },
  wholesale: {
    method: 'POST',
    path: '/wholesale/send',
    access: 'public',
    summary: 'Stores a wholesale enquiry and mails it to the house',
    body: z.object({ mailerState: wholesaleEnquiry }, 'mailerState is required'),
    reply: status,
    limit: 'message',
    refusal: FAIL,
  },
  list: {
    method: 'GET',
    path: '/api/messages',
    access: 'admin',
    summary: 'What visitors wrote, newest first, twenty a page',
    query: z.strictObject({ pageNumber }),
    reply: z.object({ messages: z.array(storedMessage), page, pages: page }),
  },
  mail: {
    method: 'GET',
    path: '/api/mail',
    access: 'admin',
    summary: 'All mail the shop has sent or tries to send, newest first, twenty a page',
    query: z.strictObject({ pageNumber }),
    reply: z.object({ mail: z.array(mailLine), page, pages: page, sandbox: z.boolean() }),
  },
})
