/** Invoices as the desk and the buyers see them. */
import type { Invoice, InvoicePaper } from '#shared/wholesale/api/invoices.ts'
import { RECEIPT_NAMES, stateOfInvoice, type InvoiceData } from '#shared/wholesale/papers.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { titleOf } from '#server/checkout/orders/read/order.ts'
import type { Db, InvoiceLineRow, InvoiceRow } from '#server/kernel/db/schema.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nameOfCompany } from '../accounts/rows.ts'
import { creditedOf, findInvoice, linesOf } from '../ledger/invoice-rows.ts'

/** What the paper says, and what is open. */
export async function toPaper(shop: Shop, row: InvoiceRow): Promise<InvoicePaper> {
  const lines = await linesOf(shop.db, row.id)
  const credited = await creditedOf(shop.db, row.id)
  const data = JSON.parse(row.data) as InvoiceData
  const { db } = shop
  const { online_pay } = await db
    .selectFrom('companies')
    .select('online_pay')
    .where('id', '=', row.company_id)
    .executeTakeFirstOrThrow()
  const state = await stateOf(shop, row)
  const open = openOf(row)
  return {
    _id: row.id,
    number: row.number,
    seller: data.seller,
    buyer: data.buyer,
    shipTo: data.shipTo,
    orders: data.orders,
    deliveredOn: row.delivered_on,
    issuedOn: row.former_on ?? row.issued_on,
    dueOn: row.due_on,
    terms: data.terms,
    payTo: data.payTo,
    lines: lines.map((line) => toLine(line, credited.get(line.position) ?? 0)),
    items: toDollars(row.items_cents),
    shipping: toDollars(row.shipping_cents),
    tax: toDollars(row.tax_cents),
    taxText: data.tax,
    exempt: data.exempt,
    total: toDollars(row.total_cents),
    isTrial: data.isTrial,
    formerTotal: data.formerTotalCents === undefined ? null : toDollars(data.formerTotalCents),
    settled: toDollars(row.settled_cents),
    open: toDollars(open),
    state,
    isPrepaid: row.is_prepaid === 1,
    canPay: open > 0 && online_pay === 1,
  }
}

function toLine(line: InvoiceLineRow, credited: number): InvoicePaper['lines'][number] {
  return {
    line: line.position,
    name: titleOf(line),
    sku: line.sku,
    qty: line.qty,
    price: toDollars(line.price_cents),
    amount: toDollars(line.cents),
    tax: toDollars(line.tax_cents),
    leftOn: line.left_on,
    credited,
  }
}

/** What is open, in cents; 0 of a void invoice. */
export function openOf(row: Pick<InvoiceRow, 'total_cents' | 'settled_cents' | 'voided_at'>): number {
  return row.voided_at === null ? row.total_cents - row.settled_cents : 0
}

async function stateOf(shop: Shop, row: InvoiceRow) {
  const { cents } = await shop.db
    .selectFrom('write_offs')
    .where('invoice_id', '=', row.id)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('cents'), eb.val(0)).as('cents'))
    .executeTakeFirstOrThrow()
  return stateOfInvoice(
    {
      totalCents: row.total_cents,
      settledCents: row.settled_cents,
      writtenOffCents: cents,
      dueOn: row.due_on,
      isVoid: row.voided_at !== null,
    },
    nowAt(shop.clock).day,
  )
}

/** The invoice for the desk. Throws 404. */
export async function getInvoice(shop: Shop, id: string): Promise<Invoice> {
  const row = await findInvoice(shop, id)
  const company = await shop.db
    .selectFrom('companies')
    .select(['id', 'legal_name', 'trade_name'])
    .where('id', '=', row.company_id)
    .executeTakeFirstOrThrow()
  const credits = await shop.db
    .selectFrom('credit_notes')
    .selectAll()
    .where('invoice_id', '=', id)
    .orderBy('issued_at')
    .execute()
  const mails = await shop.db
    .selectFrom('outbox')
    .select(['recipient', 'state', 'is_kept', 'created_at'])
    .where('dedupe_key', 'like', `invoice:${id}:%`)
    .orderBy('created_at')
    .execute()
  return {
    ...(await toPaper(shop, row)),
    account: { _id: company.id, name: nameOfCompany(company) },
    settlements: await settlementsOf(shop.db, id),
    credits: credits.map((each) => ({
      _id: each.id,
      number: each.number,
      total: toDollars(each.total_cents),
      reason: each.reason,
      day: each.issued_on,
    })),
    mails: mails.map(({ recipient: to, state, is_kept, created_at: at }) => ({
      to,
      state: is_kept ? 'kept' : state,
      at,
    })),
    dispute: row.dispute,
    promisedOn: row.promised_on,
  }
}

/** What settles an invoice, in the order in which it was written. */
async function settlementsOf(db: Db, id: string): Promise<Invoice['settlements']> {
  const allocations = await db
    .selectFrom('allocations')
    .leftJoin('receipts', 'receipts.id', 'receipt_id')
    .leftJoin('credit_notes', 'credit_notes.id', 'credit_id')
    .where('allocations.invoice_id', '=', id)
    .orderBy('allocations.at')
    .orderBy('allocations.id')
    .select([
      'allocations.cents',
      'allocations.day',
      'receipts.id as receipt',
      'receipts.kind',
      'receipts.reference',
      'receipts.actor as receiver',
      'credit_notes.id as credit',
      'credit_notes.number',
      'credit_notes.actor as writer',
    ])
    .execute()
  const given = allocations.map((row) => ({
    _id: row.receipt ?? row.credit!,
    kind: row.receipt ? ('receipt' as const) : ('credit' as const),
    text: row.receipt
      ? [RECEIPT_NAMES[row.kind!], row.reference].filter(Boolean).join(' ')
      : `Credit note ${row.number}`,
    day: row.day,
    amount: toDollars(row.cents),
    by: row.receiver ?? row.writer ?? '',
    canUndo: row.cents > 0 && row.kind !== null && row.kind !== 'online' && row.kind !== 'order',
  }))
  const written = await db
    .selectFrom('write_offs')
    .selectAll()
    .where('invoice_id', '=', id)
    .orderBy('at')
    .execute()
  const undone = new Set(written.map(({ undoes_id }) => undoes_id))
  return [
    ...given,
    ...written.map((row) => ({
      _id: row.id,
      kind: 'writeOff' as const,
      text: ['Written off', row.reason].filter(Boolean).join(': '),
      day: row.day,
      amount: toDollars(row.cents),
      by: row.actor,
      canUndo: row.cents > 0 && !undone.has(row.id),
    })),
  ]
}
