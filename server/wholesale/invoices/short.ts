/** Pieces of a wholesale order that came short or damaged, and are billed: a credit note is written. */
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
 * Writes credit notes for pieces of an order that are billed. Call it in the transaction that records the delivery; raise
 * `shop.mailSignal` and pass `products` to `shop.changed` after the commit. Throws 409 for more pieces than are billed.
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
  const written = await creditBilled(tx, shop, orderId, open, { reason, actor, isBack })
  const left = [...open].find(([, qty]) => qty > 0)
  if (left) throw conflict('More pieces are short than have left', { code: 'pieces', line: left[0] })
  return written
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
