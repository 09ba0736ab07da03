/**
 * Open invoices and credit of a former system become rows of the ledger. They are owed from the day on which they are taken
 * over, so that statements and ageing of earlier days stay as they were, and age by their own due date. They are no sales:
 * nothing is delivered, taxed or mailed again. Call each function in a transaction that has locked the ledger.
 */
import type { InvoiceData } from '#shared/wholesale/papers.ts'
import type { CompanyRow, InvoiceRow, ReceiptRow, Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { partiesOf, searchTextOf } from '../invoices/issue.ts'
import { writeUndo } from '../ledger/by-hand.ts'
import { noteReminded } from '../ledger/reminders.ts'

/** @property totalCents of the invoice there. Only `openCents` are owed here */
export type FormerInvoice = {
  number: string
  issuedOn: string
  dueOn: string
  totalCents: number
  openCents: number
  po: string
}
export type FormerCredit = { number: string; cents: number }

type Noted = Pick<InvoiceRow, 'promised_on' | 'dispute'>
const NOTHING_NOTED: Noted = { promised_on: null, dispute: '' }

/** Adds an invoice under its former number. Returns its id. */
export async function takeOverInvoice(
  tx: Tx,
  shop: Shop,
  company: CompanyRow,
  former: FormerInvoice,
  noted: Noted = NOTHING_NOTED,
): Promise<string> {
  const data: InvoiceData = {
    ...(await partiesOf(tx, shop, company)),
    shipTo: [],
    orders: former.po ? [{ number: '', po: former.po }] : [],
    // Its due date is that of the former system, whatever the terms are now.
    terms: '',
    tax: '',
    exempt: '',
    formerTotalCents: former.totalCents,
  }
  const row: InvoiceRow = {
    id: newId(shop.clock),
    company_id: company.id,
    location_id: null,
    number: former.number,
    data: JSON.stringify(data),
    delivered_on: former.issuedOn,
    issued_at: isoNow(shop.clock),
    issued_on: nowAt(shop.clock).day,
    former_on: former.issuedOn,
    due_on: former.dueOn,
    items_cents: former.openCents,
    shipping_cents: 0,
    tax_cents: 0,
    total_cents: former.openCents,
    settled_cents: 0,
    is_prepaid: 0,
    voided_at: null,
    voided_on: null,
    voided_by: null,
    search_text: searchTextOf(former.number, company, data),
    ...noted,
  }
  await tx.insertInto('invoices').values(row).execute()
  await noteReminded(tx, row)
  return row.id
}

/**
 * Voids an invoice that was taken over, under another number, and adds the one that a later file has. Returns the id of the
 * new one. Throws 409 if something of it is paid or credited.
 */
export async function replaceInvoice(
  tx: Tx,
  shop: Shop,
  company: CompanyRow,
  { before, former, by }: { before: InvoiceRow; former: FormerInvoice; by: string },
): Promise<string> {
  const { numUpdatedRows } = await tx
    .updateTable('invoices')
    .set({
      number: await replacedNumber(tx, before.number),
      voided_at: isoNow(shop.clock),
      voided_on: nowAt(shop.clock).day,
      voided_by: by,
    })
    .where('id', '=', before.id)
    .where('former_on', 'is not', null)
    .where('voided_at', 'is', null)
    .where('settled_cents', '=', 0)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('credit_notes').select('id').where('invoice_id', '=', before.id))),
    )
    .executeTakeFirst()
  if (numUpdatedRows !== 1n)
    throw conflict('Something of this invoice is paid or credited', { code: 'settled' })
  const { promised_on, dispute } = before
  return takeOverInvoice(tx, shop, company, former, { promised_on, dispute })
}

/** A number for the voided row, because two rows cannot have the same one. */
async function replacedNumber(tx: Tx, number: string): Promise<string> {
  for (let turn = 1; ; turn++) {
    const free = `${number} (replaced${turn === 1 ? '' : ` ${turn}`})`
    const taken = await tx.selectFrom('invoices').select('id').where('number', '=', free).executeTakeFirst()
    if (!taken) return free
  }
}

/** Adds credit that no invoice has used. Returns the id of its row. */
export async function takeOverCredit(
  tx: Tx,
  shop: Shop,
  companyId: string,
  { number, cents }: FormerCredit,
  by: string,
): Promise<string> {
  const id = newId(shop.clock)
  const { day } = nowAt(shop.clock)
  await tx
    .insertInto('receipts')
    .values({
      id,
      company_id: companyId,
      kind: 'opening',
      cents,
      left_cents: cents,
      day,
      received_on: day,
      reference: number,
      former_number: number,
      actor: by,
      at: isoNow(shop.clock),
    })
    .execute()
  return id
}

/** Takes back credit of which nothing is used, and adds what a later file has. Throws 409 if something of it is used. */
export async function replaceCredit(
  tx: Tx,
  shop: Shop,
  companyId: string,
  { before, former, by }: { before: ReceiptRow; former: FormerCredit; by: string },
): Promise<string> {
  const { numUpdatedRows } = await tx
    .updateTable('receipts')
    .set({ former_number: null })
    .where('id', '=', before.id)
    .where('left_cents', '=', before.cents)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw conflict('Something of this credit is used', { code: 'used' })
  await writeUndo(tx, shop, before, { reason: 'A later file has another amount', actor: by })
  return takeOverCredit(tx, shop, companyId, former, by)
}
