/** The ledger of wholesale accounts for the desk: money by hand, credit notes, statements, ageing. Amounts are dollars. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { count, day, dollars, id, idParams, line, message, requiredLine } from '#shared/kernel/fields.ts'
import { AGES, RECEIPT_KINDS } from '../papers.ts'

const amount = dollars.check(z.minimum(0.01, 'Enter an amount'))

const ages = z.object({
  ...(Object.fromEntries(AGES.map((age) => [age, z.number()])) as Record<
    (typeof AGES)[number],
    z.ZodMiniNumber
  >),
  credit: z.number(),
  balance: z.number(),
})
export type AgesInDollars = z.infer<typeof ages>

const openInvoice = z.object({
  _id: id,
  number: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  total: z.number(),
  open: z.number(),
})

const receipt = z.object({
  _id: id,
  kind: z.string(),
  amount: z.number(),
  left: z.number(),
  day: z.string(),
  receivedOn: z.string(),
  reference: z.string(),
  note: z.string(),
  by: z.string(),
  canUndo: z.boolean(),
  /** The order that paid it online. */
  order: z.nullable(id),
})

const account = z.object({
  _id: id,
  name: z.string(),
  terms: z.string(),
  ages,
  /** Ordered on credit and not billed yet. */
  accepted: z.number(),
  limit: z.nullable(z.number()),
  hold: z.string(),
  open: z.array(openInvoice),
  /** The newest first, at most fifty. */
  receipts: z.array(receipt),
})
export type AccountLedger = z.infer<typeof account>

const statement = z.object({
  account: z.object({ _id: id, name: z.string() }),
  from: z.string(),
  until: z.string(),
  opening: z.number(),
  moves: z.array(
    z.object({
      day: z.string(),
      text: z.string(),
      detail: z.string(),
      amount: z.number(),
      balance: z.number(),
    }),
  ),
  closing: z.number(),
  ages,
})
export type Statement = z.infer<typeof statement>

const span = z.strictObject({ from: day, until: day })

export const ledger = contractOf('wholesale', {
  account: {
    method: 'GET',
    path: '/api/ledgers/:id',
    access: 'admin',
    summary: 'What an account owes, its open invoices and its payments',
    params: idParams,
    reply: account,
  },
  receive: {
    method: 'POST',
    path: '/api/ledgers/:id/receipts',
    access: 'admin',
    summary:
      'Records a check, a transfer or cash. It pays the named invoices, or the oldest ones first; what is left is credit. 409 with the code `twice` for a check that is recorded already. With `Idempotency-Key`, a retry records nothing more',
    params: idParams,
    body: z.object({
      kind: z.enum(RECEIPT_KINDS, 'Choose how it was paid'),
      amount,
      receivedOn: day,
      reference: z._default(line('Number', 80), ''),
      note: z._default(line('Note', 200), ''),
      invoices: z.optional(z.array(z.object({ id, amount })).check(z.maxLength(200))),
      /** A payment ahead of invoices: it pays none now, and the next ones by itself. */
      isDeposit: z._default(z.boolean(), false),
      isSure: z._default(z.boolean(), false),
    }),
    reply: account,
    status: 201,
  },
  useCredit: {
    method: 'POST',
    path: '/api/ledgers/:id/credit',
    access: 'admin',
    summary:
      'Gives the open invoices what the account has left of payments and credit notes, the oldest first',
    params: idParams,
    reply: account,
  },
  undo: {
    method: 'POST',
    path: '/api/receipts/:id/undo',
    access: 'admin',
    summary: 'Takes back a payment that was recorded by hand. Its invoices are open again',
    params: idParams,
    body: z.object({ reason: requiredLine('Reason', 200) }),
    reply: message,
  },
  credit: {
    method: 'POST',
    path: '/api/invoices/:id/credits',
    access: 'admin',
    summary:
      'Writes a credit note for pieces and delivery of an invoice, with their tax. With `Idempotency-Key`, a retry writes no second one',
    params: idParams,
    body: z.object({
      lines: z
        .array(z.object({ line: z.int().check(z.minimum(0)), qty: count('Pieces', 100_000) }))
        .check(z.maxLength(500)),
      shipping: z._default(dollars, 0),
      /** Of an invoice of a former system, which has no lines. */
      amount: z._default(dollars, 0),
      reason: requiredLine('Reason', 200),
      /** Whether the goods go back into stock. */
      isBack: z._default(z.boolean(), false),
    }),
    reply: z.object({ _id: id }),
    status: 201,
  },
  creditFile: {
    method: 'GET',
    path: '/api/credit-notes/:id/file',
    access: 'admin',
    summary: 'A credit note as a PDF',
    params: idParams,
    reply: { file: 'application/pdf' },
  },
  writeOff: {
    method: 'POST',
    path: '/api/invoices/:id/write-off',
    access: 'admin',
    summary: 'Writes off what an invoice has open, up to the owner’s limit',
    params: idParams,
    body: z.object({ reason: z._default(line('Reason', 200), '') }),
    reply: message,
  },
  undoWriteOff: {
    method: 'DELETE',
    path: '/api/invoices/:id/write-off',
    access: 'admin',
    summary: 'Takes back what was written off of an invoice',
    params: idParams,
    reply: message,
  },
  statement: {
    method: 'GET',
    path: '/api/ledgers/:id/statement',
    access: 'admin',
    summary: 'The moves of an account between two days. The same whenever it is read',
    params: idParams,
    query: span,
    reply: statement,
  },
  statementFile: {
    method: 'GET',
    path: '/api/ledgers/:id/statement/file',
    access: 'admin',
    summary: 'The same as a PDF',
    params: idParams,
    query: span,
    reply: { file: 'application/pdf' },
  },
  ageing: {
    method: 'GET',
    path: '/api/ageing',
    access: 'admin',
    summary: 'What each account owed at the end of a day, by how late it was',
    query: z.strictObject({ day: z.optional(day) }),
    reply: z.object({
      day: z.string(),
      accounts: z.array(z.extend(ages, { _id: id, name: z.string() })),
      total: ages,
    }),
  },
  numbers: {
    method: 'GET',
    path: '/api/invoice-numbers',
    access: 'admin',
    summary: 'The numbers that the next invoice and credit note of this year get',
    reply: z.object({ year: z.int(), invoice: z.int(), credit: z.int() }),
  },
  setNumber: {
    method: 'PUT',
    path: '/api/invoice-numbers',
    access: 'owner',
    summary: 'Sets the number of the next invoice of this year. 409 if it was given already',
    body: z.object({ invoice: count('Number', 9_999_999, 1) }),
    reply: z.object({ year: z.int(), invoice: z.int(), credit: z.int() }),
  },
})
