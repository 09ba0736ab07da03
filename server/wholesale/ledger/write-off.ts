/** What is written off of an invoice that was paid a little short. */
import { formatCents } from '#shared/kernel/pricing.ts'
import { lockLedger } from '#server/checkout/invoice-payments/book.ts'
import type { InvoiceRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict } from '#server/kernel/errors.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { findInvoice } from '../invoices/read.ts'

/**
 * Writes off what an invoice has open, if it is at most the owner's limit. Throws 404, and 409 for more than that or for an
 * invoice without an open amount.
 * @param limitCents the owner's limit
 */
export async function writeOff(
  shop: Shop,
  staff: SignedIn,
  invoiceId: string,
  reason: string,
  limitCents: number,
): Promise<void> {
  await transact(shop.db, async (tx) => {
    const { company_id } = await findInvoice({ db: tx }, invoiceId)
    await lockLedger(tx, company_id).execute()
    const invoice = await findInvoice({ db: tx }, invoiceId)
    const open = invoice.total_cents - invoice.settled_cents
    if (open <= 0 || invoice.voided_at !== null)
      throw conflict('Nothing of this invoice is open', { code: 'paid' })
    if (open > limitCents)
      throw conflict(
        `${formatCents(open)} are open, and at most ${formatCents(limitCents)} can be written off. Write a credit note instead`,
        { code: 'limit' },
      )
    await addWriteOff(tx, shop, invoice, open, { reason, actor: staff.name, undoes: null })
    await logChange(tx, shop, staff, {
      subject: 'invoice',
      id: invoiceId,
      name: invoice.number,
      action: 'Written off',
      changes: [{ field: reason || 'Amount', before: '', after: formatCents(open) }],
    })
  })
}

/** Takes back what was written off of an invoice. A second call changes nothing. Throws 404. */
export async function undoWriteOff(shop: Shop, staff: SignedIn, invoiceId: string): Promise<void> {
  await transact(shop.db, async (tx) => {
    const invoice = await findInvoice({ db: tx }, invoiceId)
    await lockLedger(tx, invoice.company_id).execute()
    const rows = await tx.selectFrom('write_offs').selectAll().where('invoice_id', '=', invoiceId).execute()
    const undone = new Set(rows.map(({ undoes_id }) => undoes_id))
    for (const { id, cents } of rows.filter((row) => row.cents > 0 && !undone.has(row.id)))
      await addWriteOff(tx, shop, invoice, -cents, { reason: 'Taken back', actor: staff.name, undoes: id })
  })
}

async function addWriteOff(
  tx: Tx,
  shop: Shop,
  invoice: InvoiceRow,
  cents: number,
  { reason, actor, undoes }: { reason: string; actor: string; undoes: string | null },
): Promise<void> {
  await tx
    .insertInto('write_offs')
    .values({
      id: newId(shop.clock),
      company_id: invoice.company_id,
      invoice_id: invoice.id,
      cents,
      day: nowAt(shop.clock).day,
      reason,
      undoes_id: undoes,
      actor,
      at: isoNow(shop.clock),
    })
    .execute()
  await tx
    .updateTable('invoices')
    .set((eb) => ({ settled_cents: eb('settled_cents', '+', cents) }))
    .where('id', '=', invoice.id)
    .execute()
}
