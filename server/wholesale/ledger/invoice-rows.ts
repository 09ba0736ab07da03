/** The rows of an invoice: itself, its lines, and the pieces that are credited. */
import type { Db, InvoiceLineRow, InvoiceRow } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Throws 404. */
export async function findInvoice({ db }: Pick<Shop, 'db'>, id: string): Promise<InvoiceRow> {
  const row = await db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Invoice')
  return row
}

/** The lines of an invoice, in their order. */
export function linesOf(db: Db, id: string): Promise<InvoiceLineRow[]> {
  return db.selectFrom('invoice_lines').selectAll().where('invoice_id', '=', id).orderBy('position').execute()
}

/** How many pieces of each line of an invoice are credited. */
export async function creditedOf(db: Db, id: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('credit_note_lines')
    .innerJoin('credit_notes', 'credit_notes.id', 'credit_id')
    .where('invoice_id', '=', id)
    .groupBy('position')
    .select((eb) => ['position', eb.fn.sum<number>('qty').as('qty')])
    .execute()
  return new Map(rows.map(({ position, qty }) => [position, qty]))
}
