/** Invoices of wholesale accounts: for the desk, for the buyers, and by the link of one invoice. Amounts are dollars. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import {
  day,
  dollars,
  id,
  idParams,
  instant,
  keyword,
  line,
  message,
  page,
  paged,
  pageNumber,
  prose,
} from '#shared/kernel/fields.ts'
import { order } from '#shared/checkout/api/orders.ts'
import { INVOICE_STATES } from '../papers.ts'

const amount = dollars.check(z.minimum(0.01, 'Enter an amount'))

const listed = z.object({
  _id: id,
  number: z.string(),
  account: z.object({ _id: id, name: z.string() }),
  issuedOn: z.string(),
  dueOn: z.string(),
  total: z.number(),
  open: z.number(),
  state: z.enum(INVOICE_STATES),
  isPrepaid: z.boolean(),
  dispute: z.string(),
  promisedOn: z.nullable(z.string()),
})
export type ListedInvoice = z.infer<typeof listed>

const paperLine = z.object({
  line: z.int(),
  name: z.string(),
  sku: z.string(),
  qty: z.int(),
  price: z.number(),
  amount: z.number(),
  tax: z.number(),
  leftOn: z.string(),
  /** How many pieces credit notes have. */
  credited: z.int(),
})

/** What the paper says, as it was when it was issued. The page and the PDF show the same. */
const paper = z.object({
  _id: id,
  number: z.string(),
  seller: z.object({ name: z.string(), lines: z.array(z.string()), email: z.string(), phone: z.string() }),
  buyer: z.object({ name: z.string(), lines: z.array(z.string()) }),
  shipTo: z.array(z.array(z.string())),
  orders: z.array(z.object({ number: z.string(), po: z.string() })),
  deliveredOn: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  terms: z.string(),
  payTo: z.string(),
  lines: z.array(paperLine),
  items: z.number(),
  shipping: z.number(),
  tax: z.number(),
  taxText: z.string(),
  exempt: z.string(),
  total: z.number(),
  isTrial: z.boolean(),
  /**
   * The total of an invoice of a former system; null if this shop issued it. What was open there is its `total` here, and its
   * lines are not known.
   */
  formerTotal: z.nullable(z.number()),
  /** Not frozen: what was paid and credited until now. */
  settled: z.number(),
  open: z.number(),
  state: z.enum(INVOICE_STATES),
  isPrepaid: z.boolean(),
  /** Whether it can be paid on the website. */
  canPay: z.boolean(),
})
export type InvoicePaper = z.infer<typeof paper>

const settlement = z.object({
  _id: id,
  kind: z.enum(['receipt', 'credit', 'writeOff']),
  text: z.string(),
  day: z.string(),
  amount: z.number(),
  by: z.string(),
  /** Whether staff can take it back. */
  canUndo: z.boolean(),
})

const invoice = z.extend(paper, {
  account: z.object({ _id: id, name: z.string() }),
  settlements: z.array(settlement),
  credits: z.array(
    z.object({ _id: id, number: z.string(), total: z.number(), reason: z.string(), day: z.string() }),
  ),
  mails: z.array(z.object({ to: z.string(), state: z.string(), at: instant })),
  dispute: z.string(),
  promisedOn: z.nullable(z.string()),
})
export type Invoice = z.infer<typeof invoice>

export const MAX_DISPUTE = 500

export const invoices = contractOf('wholesale', {
  list: {
    method: 'GET',
    path: '/api/invoices',
    access: 'admin',
    summary: 'Invoices, newest first or as `sort` says, twenty per page or `pageSize`',
    query: z.strictObject({
      ...paged(['date', 'due', 'total', 'number']),
      keyword,
      state: z.optional(z.enum(['open', 'overdue', 'paid', 'void'])),
      account: z.optional(id),
    }),
    reply: z.object({
      invoices: z.array(listed),
      page,
      pages: page,
      /** Of all invoices: how much is open, and how much of it is late. */
      open: z.number(),
      overdue: z.number(),
    }),
  },
  one: {
    method: 'GET',
    path: '/api/invoices/:id',
    access: 'admin',
    summary: 'One invoice with what was paid and credited',
    params: idParams,
    reply: invoice,
  },
  file: {
    method: 'GET',
    path: '/api/invoices/:id/file',
    access: 'admin',
    summary: 'The invoice as a PDF',
    params: idParams,
    reply: { file: 'application/pdf' },
  },
  mail: {
    method: 'POST',
    path: '/api/invoices/:id/mail',
    access: 'admin',
    summary: 'Mails the invoice again',
    params: idParams,
    reply: message,
  },
  note: {
    method: 'PUT',
    path: '/api/invoices/:id/note',
    access: 'admin',
    summary: 'Notes a dispute or the day until which payment is promised. Reminders stop',
    params: idParams,
    body: z.object({ dispute: prose('Dispute', MAX_DISPUTE), promisedOn: z.nullable(day) }),
    reply: invoice,
  },
  void: {
    method: 'POST',
    path: '/api/invoices/:id/void',
    access: 'admin',
    summary: 'Voids an invoice of which nothing is paid or credited. Its number stays',
    params: idParams,
    reply: invoice,
  },
})

const ownInvoices = z.object({
  account: z.object({ _id: id, name: z.string() }),
  /** Whether this person may pay, and the shop takes online payments of the account. */
  canPay: z.boolean(),
  open: z.number(),
  overdue: z.number(),
  /** What no invoice has used. */
  credit: z.number(),
  /** Why it cannot order on credit; empty if it can. */
  hold: z.string(),
  invoices: z.array(listed),
  page,
  pages: page,
})
export type OwnInvoices = z.infer<typeof ownInvoices>

const placed = z.extend(order, { guestLink: z.optional(z.string()) })

export const buyerInvoices = contractOf('wholesale', {
  accounts: {
    method: 'GET',
    path: '/api/own-invoices',
    access: 'user',
    summary: 'The accounts whose invoices the caller may see',
    reply: z.object({ accounts: z.array(z.object({ _id: id, name: z.string() })) }),
  },
  list: {
    method: 'GET',
    path: '/api/account-invoices/:id',
    access: 'user',
    summary: 'The invoices of an account of the caller, the newest first, twenty per page',
    params: idParams,
    query: z.strictObject({ pageNumber }),
    reply: ownInvoices,
  },
  one: {
    method: 'GET',
    path: '/api/own-invoices/:id',
    access: 'user',
    summary: 'One invoice of an account of the caller',
    params: idParams,
    reply: paper,
  },
  file: {
    method: 'GET',
    path: '/api/own-invoices/:id/file',
    access: 'user',
    summary: 'The same as a PDF',
    params: idParams,
    reply: { file: 'application/pdf' },
  },
  statement: {
    method: 'GET',
    path: '/api/account-invoices/:id/statement',
    access: 'user',
    summary:
      'The statement of an account of the caller for a month as a PDF: last month, if none is given; this month, until today',
    params: idParams,
    query: z.strictObject({
      month: z.optional(
        z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A month is written as 2026-11')),
      ),
    }),
    reply: { file: 'application/pdf' },
  },
  pay: {
    method: 'POST',
    path: '/api/account-invoices/:id/payments',
    access: 'user',
    summary:
      'Places an unpaid order that pays these invoices of the account, in their order. What is more than they need becomes credit of the account. With `Idempotency-Key`, a retry places no second one',
    params: idParams,
    body: z.object({
      invoices: z
        .array(id)
        .check(z.minLength(1, 'Choose an invoice'), z.maxLength(50, 'Choose 50 invoices at most')),
      amount,
    }),
    reply: placed,
    status: 201,
    limit: 'payment',
  },
})

/** The token of a mailed link, which opens this invoice only. */
const link = z.string().check(z.maxLength(100))

export const invoiceLinks = contractOf('wholesale', {
  open: {
    method: 'POST',
    path: '/api/invoice-links/open',
    access: 'public',
    summary: 'One invoice by the token of its mailed link',
    body: z.object({ invoice: id, link }),
    reply: paper,
    limit: 'shipping',
  },
  file: {
    method: 'POST',
    path: '/api/invoice-links/file',
    access: 'public',
    summary: 'The same as a PDF',
    body: z.object({ invoice: id, link }),
    reply: { file: 'application/pdf' },
    limit: 'shipping',
  },
  pay: {
    method: 'POST',
    path: '/api/invoice-links/payments',
    access: 'public',
    summary:
      'Places an unpaid order that pays this invoice in whole or in part, with the link of a guest to it',
    body: z.object({ invoice: id, link, amount }),
    reply: placed,
    status: 201,
    limit: 'payment',
  },
})

export const REASON = line('Reason', 200)
