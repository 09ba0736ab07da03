/** Newsletters for admins: writing, preview, test, sending in batches with a stop, and results. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import {
  email,
  id,
  idParams,
  instant,
  line,
  message,
  ownPicture,
  requiredLine,
  requiredProse,
} from '#shared/kernel/fields.ts'
import { IMPORT_SOURCES } from '#shared/platform/import-sources.ts'
import { NEWSLETTER_STATES } from '#shared/platform/newsletters.ts'
import { isDay } from '#shared/kernel/days.ts'

const importSource = z.enum(IMPORT_SOURCES, 'There is no such source')

const MAX_BLOCKS = 40

const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: requiredLine('Heading', 120) }),
  z.object({ kind: z.literal('text'), markdown: requiredProse('Text', 10_000) }),
  z.object({ kind: z.literal('picture'), file: ownPicture, alt: line('Description', 300) }),
  z.object({ kind: z.literal('product'), product: id }),
])
export type NewsletterBlock = z.infer<typeof block>

const text = {
  subject: requiredLine('Subject', 120),
  /** The text that mail programs show after the subject. */
  preview: z._default(line('Preview text', 150), ''),
  blocks: z.array(block).check(z.maxLength(MAX_BLOCKS, `A newsletter may have ${MAX_BLOCKS} parts at most`)),
}

const edit = z.object({
  ...text,
  /** The products whose buyers get it, if they have subscribed; empty for all subscribers. */
  buyersOf: z._default(z.array(id).check(z.maxLength(50)), []),
  /** The version with which the form was opened. A save with an older version is refused with 409. */
  version: z.optional(z.int()),
})
export type NewsletterEdit = z.infer<typeof edit>

const newsletter = z.object({
  _id: id,
  subject: z.string(),
  preview: z.string(),
  blocks: z.array(block),
  buyersOf: z.array(z.string()),
  state: z.enum(NEWSLETTER_STATES),
  /** The day at the shop on which it is sent; null if no day is set. */
  sendOn: z.nullable(z.string()),
  /** The subscribers who would get it now. After sending has started, those who get it. */
  audience: z.int(),
  version: z.int(),
})
export type Newsletter = z.infer<typeof newsletter>

const listed = z.object({
  _id: id,
  subject: z.string(),
  state: z.enum(NEWSLETTER_STATES),
  sendOn: z.nullable(z.string()),
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  recipients: z.int(),
  sent: z.int(),
  failed: z.int(),
  /** Recipients who have unsubscribed since it was sent. */
  left: z.int(),
})
export type ListedNewsletter = z.infer<typeof listed>

export const newsletters = contractOf('newsletters', {
  list: {
    method: 'GET',
    path: '/api/newsletters',
    access: 'admin',
    summary: 'All newsletters with their results, the newest first, and the number of subscribers',
    reply: z.object({
      newsletters: z.array(listed),
      subscribers: z.object({ active: z.int(), pending: z.int(), left: z.int() }),
    }),
  },
  one: {
    method: 'GET',
    path: '/api/newsletters/:id',
    access: 'admin',
    summary: 'One newsletter',
    params: idParams,
    reply: newsletter,
  },
  create: {
    method: 'POST',
    path: '/api/newsletters',
    access: 'admin',
    summary: 'Adds a newsletter as a draft',
    body: edit,
    reply: newsletter,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/newsletters/:id',
    access: 'admin',
    summary: 'Saves a newsletter that is not sent yet',
    params: idParams,
    body: edit,
    reply: newsletter,
  },
  remove: {
    method: 'DELETE',
    path: '/api/newsletters/:id',
    access: 'admin',
    summary: 'Deletes a newsletter that is not sent yet',
    params: idParams,
    reply: message,
  },
  preview: {
    method: 'POST',
    path: '/api/newsletters/preview',
    access: 'admin',
    summary: 'The mail as HTML and as text, without saving it',
    body: z.object(text),
    reply: z.object({ html: z.string(), text: z.string() }),
  },
  test: {
    method: 'POST',
    path: '/api/newsletters/test',
    access: 'admin',
    summary: 'Sends the mail to the admin, without saving it',
    body: z.object(text),
    reply: message,
    limit: 'service',
  },
  send: {
    method: 'POST',
    path: '/api/newsletters/:id/send',
    access: 'admin',
    summary: 'Sends a newsletter now, or at 8 AM of a day. Its recipients are determined at that time',
    params: idParams,
    body: z.object({
      /** Empty to send it now. */
      on: z._default(
        z.string().check(z.refine((day) => day === '' || isDay(day), 'Enter a day such as 2026-12-24')),
        '',
      ),
      version: z.optional(z.int()),
    }),
    reply: newsletter,
  },
  stop: {
    method: 'POST',
    path: '/api/newsletters/:id/stop',
    access: 'admin',
    summary: 'Stops sending, or removes the day. Mails that the mail server already has are still delivered',
    params: idParams,
    reply: newsletter,
  },
  imported: {
    method: 'GET',
    path: '/api/newsletters/imported',
    access: 'owner',
    summary: 'The consents of another shop that wait for the owner: how many people, and from which days',
    reply: z.object({
      sources: z.array(
        z.object({
          source: importSource,
          people: z.int(),
          /** How many of them have no date. */
          undated: z.int(),
          first: z.nullable(instant),
          last: z.nullable(instant),
        }),
      ),
      /** The people who will get the mail that asks them. */
      queued: z.int(),
    }),
  },
  acceptImported: {
    starts: true,
    method: 'POST',
    path: '/api/newsletters/imported/accept',
    access: 'owner',
    needsProof: true,
    summary:
      'Makes the people of these consents subscribers. The declaration, the source and the date are stored for each of them',
    body: z.object({
      source: importSource,
      /** Where and how they agreed, in the words of the owner. */
      how: requiredLine('Where and how they agreed', 300),
      /** The day of the consents without a date; empty if all have one. */
      on: z._default(
        z.string().check(z.refine((day) => day === '' || isDay(day), 'Enter a day such as 2026-12-24')),
        '',
      ),
    }),
    reply: message,
  },
  askImported: {
    starts: true,
    method: 'POST',
    path: '/api/newsletters/imported/ask',
    access: 'owner',
    needsProof: true,
    summary: 'Mails each person of these consents once; those who confirm become subscribers',
    body: z.object({ source: importSource }),
    reply: message,
  },
  subscribers: {
    method: 'GET',
    path: '/api/newsletters/subscribers/export',
    access: 'owner',
    needsProof: true,
    summary: 'The subscribers as a CSV file, each with the consent and its date',
    reply: { file: 'text/csv' },
  },
  exclude: {
    part: null,
    method: 'POST',
    path: '/api/newsletters/exclusions',
    access: 'admin',
    summary:
      'Unsubscribes an address, and excludes it from newsletters, notices, saved carts and later sign-ups',
    body: z.object({ email }),
    reply: message,
  },
  allow: {
    part: null,
    method: 'POST',
    path: '/api/newsletters/exclusions/end',
    access: 'admin',
    summary: 'Lets an excluded address subscribe again, without subscribing it. 409 if it is not excluded',
    body: z.object({ email }),
    reply: message,
  },
  resume: {
    method: 'POST',
    path: '/api/newsletters/:id/resume',
    access: 'admin',
    summary: 'Continues a stopped newsletter, for the subscribers who have not received it',
    params: idParams,
    reply: newsletter,
  },
})
