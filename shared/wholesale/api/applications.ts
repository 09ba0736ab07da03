/** Applications for a wholesale account: what applicants send with the link of their mail, and what staff decide. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { id, idParams, instant, keyword, message, page, paged, requiredProse } from '#shared/kernel/fields.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { LETTER_MAX } from '../letters.ts'
import { applicationFields } from '../resources/application.ts'
import { certificateFile } from '../resources/certificate.ts'
import { companyFields } from '../resources/company.ts'
import { locationFields } from '../resources/location.ts'

export const APPLICATION_STATES = ['sent', 'filled', 'needs', 'approved', 'declined'] as const
export type ApplicationState = (typeof APPLICATION_STATES)[number]

const schemas = schemasOf(applicationFields)
const company = schemasOf(companyFields)
const location = schemasOf(locationFields)

/** The token after `#` in the mailed link. */
const token = z
  .string('This link is incomplete')
  .check(z.regex(/^[\w-]{43}$/, 'This link is incomplete. Open it from the email again'))

const version = z.int().check(z.minimum(1), z.maximum(1_000_000))

const opened = z.object({
  state: z.enum(APPLICATION_STATES),
  name: z.string(),
  email: z.string(),
  data: z.object(schemas.reply),
  /** The paper of the certificate; null if it was not sent. */
  file: z.nullable(certificateFile),
  /** What the shop has asked for; may be empty. */
  asked: z.string(),
  terms: z.object({ text: z.string(), version: z.int() }),
  /** Who accepted the terms, once it was sent. */
  acceptedName: z.nullable(z.string()),
  version: z.int(),
})
export type OpenedApplication = z.infer<typeof opened>

const listed = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  state: z.enum(APPLICATION_STATES),
  legalName: z.string(),
  city: z.string(),
  /** Grams that the applicant expects to buy in a month; null if not said. */
  expected: z.nullable(z.int()),
  createdAt: instant,
  updatedAt: instant,
  company: z.nullable(id),
})
export type ListedApplication = z.infer<typeof listed>

export const application = z.extend(listed, {
  data: z.object(schemas.reply),
  file: z.nullable(certificateFile),
  asked: z.string(),
  expiresAt: instant,
  accepted: z.nullable(
    z.object({ name: z.string(), at: instant, ip: z.string(), version: z.int(), text: z.string() }),
  ),
  decided: z.nullable(z.object({ by: z.string(), at: instant })),
  /** The inquiry that it began with. */
  inquiry: z.nullable(
    z.object({
      _id: id,
      typeOfBusiness: z.string(),
      phone: z.string(),
      pounds: z.number(),
      social: z.string(),
      message: z.string(),
      createdAt: instant,
    }),
  ),
  /** What is missing or wrong on the certificate; null without one. */
  certificateProblems: z.nullable(z.array(z.object({ field: z.string(), text: z.string() }))),
  /** What the applicant still has to fill in. */
  missing: z.array(z.string()),
  version: z.int(),
})
export type Application = z.infer<typeof application>

/** The text of the mail, as the caller has read and changed it. */
const letter = { text: requiredProse('The text of the email', LETTER_MAX), version }

export const applications = contractOf('wholesale', {
  open: {
    method: 'POST',
    path: '/api/applications/open',
    access: 'public',
    summary: 'The application of a mailed link',
    body: z.object({ token }),
    reply: opened,
    limit: 'application',
  },
  saveDraft: {
    method: 'PUT',
    path: '/api/applications/draft',
    access: 'public',
    summary: 'Keeps what the applicant has typed so far. 409 if it was changed elsewhere since `version`',
    body: z.object({ token, version, data: z.object(schemas.edit) }),
    reply: z.object({ version: z.int() }),
    limit: 'application',
  },
  send: {
    method: 'POST',
    path: '/api/applications/send',
    access: 'public',
    summary: 'Sends the application to the shop, with the accepted terms. 409 if the terms have changed',
    body: z.object({
      token,
      version,
      data: z.object(schemas.edit),
      termsVersion: z.int().check(z.minimum(0), z.maximum(1_000_000)),
      acceptedName: requiredProse('Your name', 100),
      accepts: z.literal(true, 'Accept the terms to send the application'),
    }),
    reply: opened,
    limit: 'application',
  },
  list: {
    method: 'GET',
    path: '/api/applications',
    access: 'admin',
    summary: 'Applications, newest first or as `sort` says, twenty per page or `pageSize`',
    query: z.strictObject({
      ...paged(['date', 'name', 'state']),
      state: z.optional(z.enum(APPLICATION_STATES)),
      keyword,
    }),
    reply: z.object({ applications: z.array(listed), page, pages: page, waiting: z.int() }),
  },
  ofMessage: {
    method: 'GET',
    path: '/api/messages/:id/application',
    access: 'barista',
    summary: 'The application that began with an inquiry; null if there is none',
    params: idParams,
    reply: z.nullable(z.object({ _id: id, state: z.enum(APPLICATION_STATES) })),
  },
  begin: {
    method: 'POST',
    path: '/api/applications',
    access: 'admin',
    starts: true,
    summary: 'Makes an application of a wholesale inquiry, and mails its link. 409 if there is one',
    body: z.object({ message: id }),
    reply: z.object({ _id: id, message: z.string() }),
    status: 201,
  },
  one: {
    method: 'GET',
    path: '/api/applications/:id',
    access: 'admin',
    summary: 'One application with its inquiry and the check of its certificate',
    params: idParams,
    reply: application,
  },
  resend: {
    method: 'POST',
    path: '/api/applications/:id/resend',
    access: 'admin',
    summary: 'Mails a new link; older links stop working',
    params: idParams,
    reply: message,
  },
  ask: {
    method: 'POST',
    path: '/api/applications/:id/ask',
    access: 'admin',
    summary: 'Asks the applicant for something, by mail with a new link',
    params: idParams,
    body: z.object(letter),
    reply: application,
  },
  decline: {
    method: 'POST',
    path: '/api/applications/:id/decline',
    access: 'admin',
    summary: 'Declines an application by mail',
    params: idParams,
    body: z.object(letter),
    reply: application,
  },
  approve: {
    method: 'POST',
    path: '/api/applications/:id/approve',
    access: 'admin',
    summary:
      'Makes the account with its first location and its first buyer, and mails the link to join. A complete certificate counts from today on, if the caller has checked it',
    params: idParams,
    body: z.object({
      ...letter,
      company: z.object(company.edit),
      location: z.object(location.edit),
      /** Whether the caller has seen the paper, and found it as the application says. */
      isCertificateChecked: z._default(z.boolean(), false),
    }),
    reply: application,
  },
})
