/** The fields of a wholesale account that staff edit, in the order of the form. */
import * as z from 'zod/mini'
import { id } from '#shared/kernel/fields.ts'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import {
  integer,
  longText,
  optionalInteger,
  optionalMoney,
  requiredText,
  same,
  text,
} from '#shared/platform/resources/kinds.ts'
import { optionalWeight } from '#shared/platform/resources/weights.ts'
import { addressFields, dayOrNone, named, requiredEmail, tick } from './fields.ts'

export const COMPANY_KINDS = {
  cafe: 'Cafe',
  grocer: 'Grocer',
  office: 'Office',
  restaurant: 'Restaurant',
  other: 'Other',
} as const

export const COMPANY_STATES = {
  review: 'In review',
  approved: 'Approved',
  hold: 'On hold',
  closed: 'Closed',
} as const
export type CompanyState = keyof typeof COMPANY_STATES

export const TERMS = { prepaid: 'Prepaid', receipt: 'Due on receipt', net: 'Net days' } as const

/** How a minimum is counted: not at all, by the weight of the coffee, or by the price of the goods. */
export const MINIMUMS = { none: 'No minimum', grams: 'By weight of the coffee', cents: 'By amount' } as const

/** The most pounds that an account can promise for a month, in grams. */
const MOST_GRAMS = 50_000_000

export const companyFields = {
  legalName: requiredText('Legal name', { column: 'legal_name', max: 120, part: 'who' }),
  tradeName: text('Trade name', {
    column: 'trade_name',
    max: 120,
    part: 'who',
    hint: 'What the sign says, if it is another name',
  }),
  kind: named('Kind of business', { column: 'kind', options: COMPANY_KINDS, part: 'who' }),
  ...addressFields,
  billingEmail: requiredEmail('Email for bills', { column: 'billing_email', part: 'who' }),
  phone: text('Phone', { column: 'phone', max: 40, part: 'who' }),
  website: text('Website', { column: 'website', max: 200, part: 'who' }),
  terms: named('Terms', {
    column: 'terms',
    options: TERMS,
    part: 'terms',
    hint: 'Most roasters start everybody prepaid',
  }),
  netDays: {
    ...integer('Net days', {
      column: 'net_days',
      max: 180,
      part: 'terms',
      hint: 'From the day on which the goods left',
      onlyWhen: { field: 'terms', is: 'net', problem: 'Only for net days' },
    }),
    // Terms of no days are refused: the form proposes what is usual.
    toForm: (days: number) => String(days || 30),
  },
  bills: named('Invoices', {
    column: 'bills',
    options: {
      delivery: 'One for each delivery',
      weekly: 'One each week',
      monthly: 'One each month',
    },
    part: 'terms',
  }),
  onlinePay: {
    ...tick('May pay invoices online', { column: 'online_pay', part: 'terms' }),
    blank: true,
    edit: z._default(z.boolean(), true),
  },
  poRequired: tick('Orders need a PO number', { column: 'po_required', part: 'terms' }),
  priceList: {
    column: 'price_list_id' as const,
    label: 'Price list',
    part: 'terms',
    input: { as: 'own' } as const,
    edit: z._default(z.nullable(id), null),
    reply: z.nullable(id),
    blank: null as string | null,
    store: same<string | null>,
    load: same<string | null>,
    toForm: (value: string | null) => value ?? '',
    fromForm: (typed: string) => typed || null,
    print: (value: string | null) => (value === null ? 'none' : value),
  },
  percentOff: optionalInteger('Percent off the retail price', {
    column: 'percent_off',
    max: 90,
    part: 'terms',
    hint: 'For what the price list does not name. If empty, that is not sold to the account',
  }),
  minimum: named('Smallest order', { column: 'minimum', options: MINIMUMS, part: 'terms' }),
  minimumValue: {
    ...integer('At least', { column: 'minimum_value', max: 100_000_000, part: 'terms' }),
    // Grams or cents, so the form shows it in the unit that fits.
    input: { as: 'own' } as const,
    loggedAs: 'Smallest order in grams or cents',
  },
  promised: {
    ...optionalWeight('Promised for a month', { column: 'promised_grams', max: MOST_GRAMS, part: 'terms' }),
    store: (grams: number | null) => grams ?? 0,
    load: (stored: number) => (stored === 0 ? null : stored),
  },
  credit: named('Credit', {
    column: 'credit',
    options: { unlimited: 'No limit', amount: 'Up to an amount', none: 'None' },
    part: 'credit',
    hint: 'Counted are open invoices and accepted orders that are not invoiced yet',
  }),
  creditLimit: {
    ...optionalMoney('Credit limit', {
      column: 'credit_cents',
      part: 'credit',
      hint: 'In dollars',
      onlyWhen: { field: 'credit', is: 'amount', problem: 'Only for credit up to an amount' },
    }),
    store: (value: number | null) => toCents(value ?? 0),
    load: (cents: number) => (cents === 0 ? null : toDollars(cents)),
  },
  overCredit: named('Above the limit', {
    column: 'over_credit',
    options: {
      prepaid: 'Orders must be prepaid',
      warn: 'Staff are warned',
      block: 'No orders',
    },
    part: 'credit',
  }),
  holdAfterDays: optionalInteger('On hold when overdue for', {
    column: 'hold_after_days',
    min: 1,
    max: 365,
    unit: 'days',
    part: 'credit',
    hint: 'In days. If empty, never by itself',
  }),
  exemptUntil: dayOrNone('No automatic hold until', {
    column: 'exempt_until',
    part: 'credit',
    hint: 'The last day on which neither the limit nor lateness stops orders',
  }),
  notes: longText('Notes', {
    column: 'notes',
    max: 5000,
    rows: 5,
    part: 'notes',
    hint: 'Only staff see them',
  }),
}

/** Whether an account has no credit: it pays when it orders. */
export function isPrepaid({ terms, credit }: { terms: keyof typeof TERMS; credit: string }): boolean {
  return terms === 'prepaid' || credit === 'none'
}
