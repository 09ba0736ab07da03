/** The wholesale accounts of the caller: everyone who is no buyer of an account gets 404 for it, staff too. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { id, idParams } from '#shared/kernel/fields.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { buyerFields } from '../resources/buyer.ts'
import { certificateFields } from '../resources/certificate.ts'
import { companyFields, COMPANY_STATES, type CompanyState } from '../resources/company.ts'
import { ownLocationFields } from '../resources/location.ts'
import { savedBuyer, savedCertificate, savedLocation } from './accounts.ts'

const company = schemasOf(companyFields).reply
const location = schemasOf(ownLocationFields)
const buyer = schemasOf(buyerFields)
const certificate = schemasOf(certificateFields)

const status = z.enum(Object.keys(COMPANY_STATES) as CompanyState[])
const version = z.optional(z.int())

const rights = z.object({
  mayOrder: z.boolean(),
  mayInvoices: z.boolean(),
  mayPay: z.boolean(),
  mayPeople: z.boolean(),
})

const listed = z.object({
  _id: id,
  /** The trade name, or the legal name. */
  name: z.string(),
  status,
  rights,
  /** The names of the locations that get deliveries. */
  locations: z.array(z.object({ _id: id, name: z.string() })),
})
export type OwnAccount = z.infer<typeof listed>

export const ownAccount = z.extend(listed, {
  legalName: z.string(),
  billingEmail: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  terms: company.terms,
  netDays: z.int(),
  locations: z.array(savedLocation),
  /** Only for people who may manage people. */
  people: z.array(savedBuyer),
  /** The id of the caller among the people. */
  self: id,
  certificates: z.array(savedCertificate),
  /** Whether sales for resale are untaxed today. */
  isExempt: z.boolean(),
})
export type OwnAccountPage = z.infer<typeof ownAccount>

const locationParams = z.object({ id, locationId: id })
const buyerParams = z.object({ id, buyerId: id })

export const ownAccounts = contractOf('wholesale', {
  list: {
    method: 'GET',
    path: '/api/own-accounts',
    access: 'user',
    summary: 'The accounts for which the caller may act, by name',
    reply: z.object({ accounts: z.array(listed) }),
  },
  one: {
    method: 'GET',
    path: '/api/own-accounts/:id',
    access: 'user',
    summary: 'One account of the caller: terms, locations, people, certificates',
    params: idParams,
    reply: ownAccount,
  },
  saveLocation: {
    method: 'PUT',
    path: '/api/own-accounts/:id/locations/:locationId',
    access: 'user',
    summary: 'Changes the address, the hours and the note of a location',
    params: locationParams,
    body: z.object({ ...location.edit, version }),
    reply: ownAccount,
  },
  addBuyer: {
    method: 'POST',
    path: '/api/own-accounts/:id/buyers',
    access: 'user',
    starts: true,
    summary: 'Adds a person, and mails the link to join',
    params: idParams,
    body: z.object({ ...buyer.edit, version }),
    reply: ownAccount,
    status: 201,
    limit: 'signup',
  },
  saveBuyer: {
    method: 'PUT',
    path: '/api/own-accounts/:id/buyers/:buyerId',
    access: 'user',
    summary: 'Changes what a person may do and gets. 409 if nobody could manage people afterwards',
    params: buyerParams,
    body: z.object({ ...buyer.edit, version }),
    reply: ownAccount,
  },
  removeBuyer: {
    method: 'DELETE',
    path: '/api/own-accounts/:id/buyers/:buyerId',
    access: 'user',
    summary: 'Removes a person at once. 409 for oneself, and if nobody could manage people afterwards',
    params: buyerParams,
    reply: ownAccount,
  },
  addCertificate: {
    method: 'POST',
    path: '/api/own-accounts/:id/certificates',
    access: 'user',
    summary: 'Sends a certificate to the shop, which checks it',
    params: idParams,
    body: z.object({ ...certificate.edit, version }),
    reply: ownAccount,
    status: 201,
    limit: 'signup',
  },
})
