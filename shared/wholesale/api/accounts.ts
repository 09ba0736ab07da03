/** Wholesale accounts on the desk: their terms, locations, people and certificates. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import {
  id,
  idParams,
  instant,
  keyword,
  message,
  page,
  paged,
  prose,
  requiredProse,
} from '#shared/kernel/fields.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { LETTER_MAX } from '../letters.ts'
import { buyerFields } from '../resources/buyer.ts'
import { certificateFields, certificateFile } from '../resources/certificate.ts'
import { COMPANY_STATES, companyFields, type CompanyState } from '../resources/company.ts'
import { locationFields } from '../resources/location.ts'

const company = schemasOf(companyFields)
const location = schemasOf(locationFields)
const buyer = schemasOf(buyerFields)
const certificate = schemasOf(certificateFields)

const states = z.enum(Object.keys(COMPANY_STATES) as CompanyState[])
/** The version with which the form was opened. A save with an older version is refused with 409. */
const version = z.optional(z.int())

export const CERTIFICATE_STATES = {
  waiting: 'To check',
  valid: 'Valid',
  refused: 'Refused',
  revoked: 'Revoked',
} as const
export type CertificateState = keyof typeof CERTIFICATE_STATES
const certificateState = z.enum(Object.keys(CERTIFICATE_STATES) as CertificateState[])

export const savedLocation = z.object({ _id: id, ...location.reply, version: z.int() })
export type SavedLocation = z.infer<typeof savedLocation>

export const savedBuyer = z.object({
  _id: id,
  ...buyer.reply,
  /** Whether the person has opened the invitation. */
  hasJoined: z.boolean(),
  /** Null for a person who was added by an import and is not invited yet. */
  invitedAt: z.nullable(instant),
  version: z.int(),
})
export type SavedBuyer = z.infer<typeof savedBuyer>

export const savedCertificate = z.object({
  _id: id,
  ...certificate.reply,
  /** The paper; null if it was not sent. */
  file: z.nullable(certificateFile),
  state: certificateState,
  receivedAt: instant,
  checkedBy: z.nullable(z.string()),
  checkedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  /** What is missing or wrong; it is complete if this is empty. */
  problems: z.array(z.object({ field: z.string(), text: z.string() })),
  version: z.int(),
})
export type SavedCertificate = z.infer<typeof savedCertificate>

/** What the list says about the certificate of an account. */
export const TAX_STATES = ['exempt', 'ending', 'waiting', 'taxed'] as const

/** The coffee that was ordered in a month such as '2026-11', in grams. */
const orderedMonth = z.object({ month: z.string(), grams: z.int() })
export type OrderedMonth = z.infer<typeof orderedMonth>

/** This month, which is not over, and the last three; and whether these are below what was promised. */
const ordered = { months: z.array(orderedMonth), isBelow: z.boolean() }

const listed = z.object({
  _id: id,
  name: z.string(),
  legalName: z.string(),
  kind: company.reply.kind,
  city: z.string(),
  status: states,
  terms: company.reply.terms,
  netDays: z.int(),
  promised: company.reply.promised,
  ...ordered,
  locations: z.int(),
  people: z.int(),
  tax: z.enum(TAX_STATES),
})
export type ListedAccount = z.infer<typeof listed>

export const account = z.object({
  _id: id,
  ...company.reply,
  ...ordered,
  status: states,
  holdReason: z.string(),
  createdAt: instant,
  version: z.int(),
  locations: z.array(savedLocation),
  people: z.array(savedBuyer),
  certificates: z.array(savedCertificate),
  /** The last day of the certificate that counts today: empty if it is valid until notice, null if none counts. */
  exemptUntilDay: z.nullable(z.string()),
  application: z.nullable(
    z.object({
      _id: id,
      acceptedName: z.nullable(z.string()),
      acceptedAt: z.nullable(instant),
      termsVersion: z.nullable(z.int()),
    }),
  ),
})
export type Account = z.infer<typeof account>

const locationParams = z.object({ id, locationId: id })
const buyerParams = z.object({ id, buyerId: id })
const certificateParams = z.object({ id, certificateId: id })

const locationEdit = z.object({ ...location.edit, version })
const buyerEdit = z.object({ ...buyer.edit, version })
const certificateEdit = z.object({ ...certificate.edit, version })

export const accounts = contractOf('wholesale', {
  list: {
    method: 'GET',
    path: '/api/accounts',
    access: 'admin',
    summary: 'Wholesale accounts by name or as `sort` says, twenty per page or `pageSize`',
    query: z.strictObject({
      ...paged(['name', 'city', 'status', 'promised', 'date']),
      status: z.optional(states),
      tax: z.optional(z.enum(TAX_STATES)),
      /** Only accounts that order less than they promised. */
      below: z.optional(z.literal('promise')),
      keyword,
    }),
    reply: z.object({
      accounts: z.array(listed),
      page,
      pages: page,
      count: z.int(),
      /** The people of all accounts who came in by an import and are not invited yet. */
      uninvited: z.int(),
    }),
  },
  create: {
    method: 'POST',
    path: '/api/accounts',
    access: 'admin',
    starts: true,
    summary: 'Adds an approved account, without locations and people',
    body: z.object({ ...company.edit, version }),
    reply: account,
    status: 201,
  },
  one: {
    method: 'GET',
    path: '/api/accounts/:id',
    access: 'admin',
    summary: 'One account with its locations, people and certificates',
    params: idParams,
    reply: account,
  },
  update: {
    method: 'PUT',
    path: '/api/accounts/:id',
    access: 'admin',
    summary: 'Saves the facts, terms and credit of an account',
    params: idParams,
    body: z.object({ ...company.edit, version }),
    reply: account,
  },
  setStatus: {
    method: 'PUT',
    path: '/api/accounts/:id/status',
    access: 'admin',
    summary: 'Puts an account on hold, lifts the hold, closes it or opens it again',
    params: idParams,
    body: z.object({
      status: z.enum(['approved', 'hold', 'closed']),
      reason: z._default(prose('The reason', 500), ''),
      version: z.int(),
    }),
    reply: account,
  },
  moveTerms: {
    method: 'POST',
    path: '/api/accounts/:id/terms',
    access: 'admin',
    summary:
      'Moves an account to prepaid, or back to retail prices, which closes it and ends its standing orders, and mails the text. Accepted orders and open invoices stay as they are',
    params: idParams,
    body: z.object({
      to: z.enum(['prepaid', 'retail']),
      text: requiredProse('The text of the email', LETTER_MAX),
      version: z.int(),
    }),
    reply: account,
  },
  addLocation: {
    method: 'POST',
    path: '/api/accounts/:id/locations',
    access: 'admin',
    summary: 'Adds a location',
    params: idParams,
    body: locationEdit,
    reply: account,
    status: 201,
  },
  saveLocation: {
    method: 'PUT',
    path: '/api/accounts/:id/locations/:locationId',
    access: 'admin',
    summary: 'Saves a location',
    params: locationParams,
    body: locationEdit,
    reply: account,
  },
  addBuyer: {
    method: 'POST',
    path: '/api/accounts/:id/buyers',
    access: 'admin',
    summary: 'Adds a person, and mails the link to join',
    params: idParams,
    body: buyerEdit,
    reply: account,
    status: 201,
  },
  saveBuyer: {
    method: 'PUT',
    path: '/api/accounts/:id/buyers/:buyerId',
    access: 'admin',
    summary: 'Saves the name, the rights and the mails of a person; the email stays as it is',
    params: buyerParams,
    body: buyerEdit,
    reply: account,
  },
  resendBuyer: {
    method: 'POST',
    path: '/api/accounts/:id/buyers/:buyerId/resend',
    access: 'admin',
    summary: 'Mails a new link to join; older links stop working',
    params: buyerParams,
    reply: message,
  },
  inviteAll: {
    method: 'POST',
    path: '/api/accounts/invitations',
    access: 'admin',
    starts: true,
    summary:
      'Mails the link to join to the people who came in by an import and are not invited yet, 500 at most',
    reply: message,
  },
  removeBuyer: {
    method: 'DELETE',
    path: '/api/accounts/:id/buyers/:buyerId',
    access: 'admin',
    summary: 'Removes a person; all links and pages of the account are closed to the person at once',
    params: buyerParams,
    reply: account,
  },
  addCertificate: {
    method: 'POST',
    path: '/api/accounts/:id/certificates',
    access: 'admin',
    summary: 'Adds a certificate, to be checked',
    params: idParams,
    body: certificateEdit,
    reply: account,
    status: 201,
  },
  saveCertificate: {
    method: 'PUT',
    path: '/api/accounts/:id/certificates/:certificateId',
    access: 'admin',
    summary: 'Corrects a certificate that is not checked yet',
    params: certificateParams,
    body: certificateEdit,
    reply: account,
  },
  checkCertificate: {
    method: 'PUT',
    path: '/api/accounts/:id/certificates/:certificateId/state',
    access: 'admin',
    summary:
      'Accepts, refuses or revokes a certificate. An incomplete one is never accepted (409). It counts from today on',
    params: certificateParams,
    body: z.object({ state: z.enum(['valid', 'refused', 'revoked']), version: z.int() }),
    reply: account,
  },
})
