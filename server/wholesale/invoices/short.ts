/** Pieces of a wholesale order that came short or damaged: the bill gets smaller, or a credit note is written. */
import { partOf } from '#shared/kernel/pricing.ts'
import { lockLedger } from '#server/checkout/invoice-payments/book.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { writeCredit } from '../ledger/credit-notes.ts'
import type { Pieces } from './depart.ts'
import { creditedOf } from './read.ts'

type Short = {
  /** Pieces by the position of the order line. */
  pieces: Pieces
  reason: string
  actor: string
  /** Whether the pieces are in the shop again, and go into stock. */
  isBack?: boolean
}

/**
 * Takes pieces of an order that have left off its bill. Of goods that are not billed yet the bill gets smaller; for the others
 * a credit note is written. Call it in the transaction that records the delivery; raise `shop.mailSignal` and pass `products`
 * to `shop.changed` after the commit. Throws 409 for more pieces than have left.
 */
export async function shortAtTheDoor(
  tx: Tx,
  shop: Shop,
  orderId: string,
  { pieces, reason, actor, isBack = false }: Short,
): Promise<{ creditIds: string[]; products: string[] }> {
  const { company_id } = await tx
    .selectFrom('orders')
    .select('company_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (company_id === null) return { creditIds: [], products: [] }
  await lockLedger(tx, company_id).execute()
  const open = new Map([...pieces].filter(([, qty]) => qty > 0))
  await takeFromUnbilled(tx, orderId, open)
  const written = await creditBilled(tx, shop, orderId, open, { reason, actor, isBack })
  const left = [...open].find(([, qty]) => qty > 0)
  if (left) throw conflict('More pieces are short than have left', { code: 'pieces', line: left[0] })
  return written
}

/** Makes departures without an invoice smaller, the last one first. */
async function takeFromUnbilled(tx: Tx, orderId: string, open: Map<number, number>): Promise<void> {
  const lines = await tx
    .selectFrom('departure_lines')
    .innerJoin('departures', 'departures.id', 'departure_id')
    .selectAll('departure_lines')
    .where('order_id', '=', orderId)
    .where('invoice_id', 'is', null)
    .orderBy('departures.created_at', 'desc')
    .execute()
  for (const { departure_id, position, qty, cents, tax_cents } of lines) {
    const less = Math.min(qty, open.get(position) ?? 0)
    if (less === 0) continue
    await tx
      .updateTable('departure_lines')
      .set({
        qty: qty - less,
        cents: partOf(cents, qty - less, qty),
        tax_cents: partOf(tax_cents, qty - less, qty),
      })
      .where('departure_id', '=', departure_id)
      .where('position', '=', position)
      .execute()
    open.set(position, open.get(position)! - less)
  }
}

async function creditBilled(
  tx: Tx,
  shop: Shop,
  orderId: string,
  open: Map<number, number>,
  about: { reason: string; actor: string; isBack: boolean },
): Promise<{ creditIds: string[]; products: string[] }> {
  const lines = await tx
    .selectFrom('invoice_lines')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .selectAll('invoice_lines')
    .where('order_id', '=', orderId)
    .where('voided_at', 'is', null)
    .orderBy('issued_at', 'desc')
    .orderBy('position')
    .execute()
  const creditIds: string[] = []
  const products: string[] = []
  for (const [invoiceId, ofInvoice] of Map.groupBy(lines, ({ invoice_id }) => invoice_id)) {
    const credited = await creditedOf(tx, invoiceId)
    const pieces = new Map<number, number>()
    for (const { position, order_position, qty } of ofInvoice) {
      const less = Math.min(qty - (credited.get(position) ?? 0), open.get(order_position) ?? 0)
      if (less <= 0) continue
      pieces.set(position, less)
      open.set(order_position, open.get(order_position)! - less)
    }
    if (pieces.size === 0) continue
    const { actor, ...credit } = about
    const written = await writeCredit(
      tx,
      shop,
      { id: invoiceId },
      { pieces, shippingCents: 0, ...credit },
      actor,
    )
    creditIds.push(written.id)
    products.push(...written.products)
  }
  return { creditIds, products }
}
