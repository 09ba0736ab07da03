/** What an applicant for a wholesale account fills in. A draft may be incomplete, so no field is required until it is sent. */
import { checkAddress } from '#shared/platform/address.ts'
import { EMAIL } from '#shared/kernel/fields.ts'
import type { EditOf, FormOf } from '#shared/platform/resources/described.ts'
import { longText, text } from '#shared/platform/resources/kinds.ts'
import { optionalWeight } from '#shared/platform/resources/weights.ts'
import { certificateFields } from './certificate.ts'
import { COMPANY_KINDS } from './company.ts'
import { named, optionalTime, tick } from './fields.ts'

const ELSEWHERE = {
  field: 'isElsewhere',
  is: true,
  problem: 'Only for another address',
} as const
const RESOLD = { field: 'isResold', is: true, problem: 'Only with a certificate' } as const

const businessFields = {
  legalName: text('Legal name', {
    column: 'legalName',
    max: 120,
    hint: 'As on your tax papers, such as Mosaic Coffee LLC',
  }),
  tradeName: text('Trade name', { column: 'tradeName', max: 120, hint: 'If your sign says something else' }),
  kind: named('Kind of business', { column: 'kind', options: COMPANY_KINDS }),
  address: text('Street', { column: 'address', max: 100 }),
  address2: text('Suite or floor', { column: 'address2', max: 100 }),
  city: text('City', { column: 'city', max: 60 }),
  state: text('State', { column: 'state', max: 40, hint: 'Such as VA' }),
  postalCode: text('ZIP code', { column: 'postalCode', max: 10 }),
  phone: text('Phone', { column: 'phone', max: 40 }),
  website: text('Website', { column: 'website', max: 200 }),
}

const payingFields = {
  billingName: text('Who pays the bills', { column: 'billingName', max: 100, hint: 'The name of a person' }),
  billingEmail: text('Email for bills', { column: 'billingEmail', max: 254 }),
  payment: named('How you would like to pay', {
    column: 'payment',
    options: {
      card: 'With each order, by card or PayPal',
      receipt: 'By check or transfer, when the goods are here',
      net: 'By check or transfer, on terms',
    },
  }),
}

const deliveryFields = {
  isElsewhere: tick('Deliveries go to another address', { column: 'isElsewhere' }),
  toAddress: text('Street', { column: 'toAddress', max: 100, onlyWhen: ELSEWHERE }),
  toAddress2: text('Suite or floor', { column: 'toAddress2', max: 100, onlyWhen: ELSEWHERE }),
  toCity: text('City', { column: 'toCity', max: 60, onlyWhen: ELSEWHERE }),
  toState: text('State', { column: 'toState', max: 40, onlyWhen: ELSEWHERE }),
  toPostalCode: text('ZIP code', { column: 'toPostalCode', max: 10, onlyWhen: ELSEWHERE }),
  receivesFrom: optionalTime('You receive goods from', { column: 'receivesFrom' }),
  receivesTo: optionalTime('Until', { column: 'receivesTo' }),
  doorNote: longText('Note for the driver', { column: 'doorNote', max: 500, rows: 2 }),
  expected: optionalWeight('Coffee that you expect to buy in a month', {
    column: 'expected',
    max: 50_000_000,
  }),
}

const { covers: _covers, ...paper } = certificateFields
const PAPER = {
  certForm: { ...paper.form, onlyWhen: RESOLD },
  certHolder: { ...paper.holder, onlyWhen: RESOLD },
  certAddress: { ...paper.address, onlyWhen: RESOLD },
  certNumber: { ...paper.number, onlyWhen: RESOLD },
  certGoods: { ...paper.goods, onlyWhen: RESOLD },
  certSignedBy: { ...paper.signedBy, onlyWhen: RESOLD },
  certSignedOn: { ...paper.signedOn, onlyWhen: RESOLD },
  certExpiresOn: { ...paper.expiresOn, onlyWhen: RESOLD },
}

const taxFields = {
  isResold: tick('We resell the coffee, and have a certificate of resale', { column: 'isResold' }),
  ...PAPER,
}

export const applicationFields = { ...businessFields, ...payingFields, ...deliveryFields, ...taxFields }
export type ApplicationData = EditOf<typeof applicationFields>
export type ApplicationForm = FormOf<typeof applicationFields>

/** The parts of the form, in its order. */
export const APPLICATION_PARTS: readonly {
  title: string
  names: readonly (keyof typeof applicationFields)[]
}[] = [
  { title: 'Your business', names: keysOf(businessFields) },
  { title: 'Deliveries', names: keysOf(deliveryFields) },
  { title: 'Bills', names: keysOf(payingFields) },
  { title: 'Sales tax', names: keysOf(taxFields) },
]

function keysOf<F extends object>(fields: F): (keyof F)[] {
  return Object.keys(fields) as (keyof F)[]
}

/** What is missing or wrong before an application can be sent, by field. The certificate may follow later. */
export function applicationProblems(data: ApplicationData): Record<string, string> {
  return {
    ...(data.legalName === '' ? { legalName: 'Enter the legal name of your business' } : {}),
    ...problemsIn(businessAddress(data), ''),
    ...(data.isElsewhere ? problemsIn(deliveryAddress(data), 'to') : {}),
    ...(data.phone === '' ? { phone: 'Enter a phone number' } : {}),
    ...(EMAIL.test(data.billingEmail) ? {} : { billingEmail: 'Enter the email address for your bills' }),
  }
}

function problemsIn(address: Parameters<typeof checkAddress>[0], prefix: '' | 'to'): Record<string, string> {
  const checked = checkAddress(address, [])
  if ('address' in checked) return {}
  const nameOf = (field: string) => (prefix ? prefix + field[0]!.toUpperCase() + field.slice(1) : field)
  return Object.fromEntries(
    Object.entries(checked.problems).map(([field, problem]) => [nameOf(field), problem]),
  )
}

export function businessAddress({ address, address2, city, state, postalCode }: ApplicationData) {
  return { address, address2, city, state, postalCode, country: 'US' }
}

/** Where deliveries go. */
export function deliveryAddress(data: ApplicationData) {
  if (!data.isElsewhere) return businessAddress(data)
  return {
    address: data.toAddress,
    address2: data.toAddress2,
    city: data.toCity,
    state: data.toState,
    postalCode: data.toPostalCode,
    country: 'US',
  }
}

/** The certificate of an application; null if the applicant has none. */
export function certificateIn(data: ApplicationData) {
  if (!data.isResold) return null
  return {
    form: data.certForm,
    holder: data.certHolder,
    address: data.certAddress,
    number: data.certNumber,
    goods: data.certGoods,
    signedBy: data.certSignedBy,
    signedOn: data.certSignedOn,
    expiresOn: data.certExpiresOn,
    covers: [] as string[],
  }
}
