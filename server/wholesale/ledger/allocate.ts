/** Gives invoices the money and the credit of their account. */
import type { Tx } from '#server/kernel/db/schema.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Money or credit of an account. */
type Source = { receipt: string } | { credit: string }

/**
 * Gives an invoice `cents` of a receipt or credit note. Both must belong to the account. The database refuses more than is
 * open or left. Call it in a transaction that has locked the ledger.
 */
export async function allocate(
  tx: Tx,
  { clock }: Pick<Shop, 'clock'>,
  companyId: string,
  source: Source,
  invoiceId: string,
  cents: number,
): Promise<void> {
  if (cents === 0) return
  const isReceipt = 'receipt' in source
  await tx
    .insertInto('allocations')
    .values({
      id: newId(clock),
      company_id: companyId,
      invoice_id: invoiceId,
      receipt_id: isReceipt ? source.receipt : null,
      credit_id: isReceipt ? null : source.credit,
      cents,
      day: nowAt(clock).day,
      at: isoNow(clock),
    })
    .execute()
  await tx
    .updateTable('invoices')
    .set((eb) => ({ settled_cents: eb('settled_cents', '+', cents) }))
    .where('id', '=', invoiceId)
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const used = tx.updateTable(isReceipt ? 'receipts' : 'credit_notes')
  await used
    .set((eb) => ({ left_cents: eb('left_cents', '-', cents) }))
    .where('id', '=', isReceipt ? source.receipt : source.credit)
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
}

/**
 * Gives open invoices what the account has left of receipts and credit notes, both the oldest first. Returns the sum in
 * cents. Call it in a transaction that has locked the ledger.
 * @param only the invoices that get it; all open ones if left out
 */
export async function applyCredit(
  tx: Tx,
  shop: Pick<Shop, 'clock'>,
  companyId: string,
  only?: readonly string[],
): Promise<number> {
  const sources = await creditOf(tx, companyId)
  if (sources.length === 0) return 0
  const invoices = await openInvoices(tx, companyId, only)
  let sum = 0
  for (const invoice of invoices)
    for (const source of sources) {
      const cents = Math.min(invoice.open, source.left)
      if (cents <= 0) continue
      await allocate(tx, shop, companyId, source.of, invoice.id, cents)
      invoice.open -= cents
      source.left -= cents
      sum += cents
    }
  return sum
}

/** What an account has left of receipts and credit notes, the oldest first. */
async function creditOf(tx: Tx, companyId: string): Promise<{ of: Source; left: number; at: string }[]> {
  const receipts = await tx
    .selectFrom('receipts')
    .select(['id', 'left_cents as left', 'at'])
    .where('company_id', '=', companyId)
    .where('left_cents', '>', 0)
    .execute()
  const credits = await tx
    .selectFrom('credit_notes')
    .select(['id', 'left_cents as left', 'issued_at as at'])
    .where('company_id', '=', companyId)
    .where('left_cents', '>', 0)
    .execute()
  return [
    ...receipts.map(({ id, ...rest }) => ({ of: { receipt: id }, ...rest })),
    ...credits.map(({ id, ...rest }) => ({ of: { credit: id }, ...rest })),
  ].toSorted((one, other) => (one.at < other.at ? -1 : 1))
}

/** The open invoices of an account, the oldest first. */
export async function openInvoices(tx: Tx, companyId: string, only?: readonly string[]) {
  const rows = await tx
    .selectFrom('invoices')
    .select(['id', 'number', 'due_on', 'total_cents', 'settled_cents'])
    .where('company_id', '=', companyId)
    .where('voided_at', 'is', null)
    .whereRef('settled_cents', '<', 'total_cents')
    .$if(only !== undefined, (query) => query.where('id', 'in', [...only!]))
    .orderBy('due_on')
    .orderBy('issued_at')
    .orderBy('id')
    .execute()
  return rows.map(({ total_cents, settled_cents, ...row }) => ({ ...row, open: total_cents - settled_cents }))
}
