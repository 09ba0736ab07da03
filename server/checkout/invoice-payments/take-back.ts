/** Takes money of a receipt back from the credit of its account, and from the invoices that it pays. */
import type { Tx } from '#server/kernel/db/schema.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'

/**
 * Takes back at most `cents` of a receipt, first what no invoice has used, then from the newest allocations. Returns what it
 * took. Call it in a transaction that has locked the ledger.
 */
export async function takeBack(tx: Tx, shop: Shop, receiptId: string, cents: number): Promise<number> {
  const { left_cents: unused, company_id } = await tx
    .selectFrom('receipts')
    .select(['left_cents', 'company_id'])
    .where('id', '=', receiptId)
    .executeTakeFirstOrThrow()
  let open = cents - Math.min(unused, cents)
  await tx
    .updateTable('receipts')
    .set((eb) => ({ left_cents: eb('left_cents', '-', cents - open) }))
    .where('id', '=', receiptId)
    .execute()
  for (const { invoice_id, given } of await allocatedTo(tx, receiptId)) {
    const back = Math.min(open, given)
    if (back <= 0) continue
    await tx
      .insertInto('allocations')
      .values({
        id: newId(shop.clock),
        company_id,
        invoice_id,
        receipt_id: receiptId,
        cents: -back,
        day: nowAt(shop.clock).day,
        at: isoNow(shop.clock),
      })
      .execute()
    await tx
      .updateTable('invoices')
      .set((eb) => ({ settled_cents: eb('settled_cents', '-', back) }))
      .where('id', '=', invoice_id)
      .execute()
    open -= back
  }
  return cents - open
}

/** What each invoice has of a receipt, the newest first. */
async function allocatedTo(tx: Tx, receiptId: string) {
  const rows = await tx
    .selectFrom('allocations')
    .select(['invoice_id', 'cents', 'at'])
    .where('receipt_id', '=', receiptId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const byInvoice = Map.groupBy(rows, ({ invoice_id }) => invoice_id)
  return [...byInvoice].map(([invoice_id, parts]) => ({
    invoice_id,
    given: parts.reduce((sum, { cents }) => sum + cents, 0),
  }))
}
