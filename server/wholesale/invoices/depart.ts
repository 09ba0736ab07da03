/** Goods of wholesale orders leave the shop: what is billed at once, and what waits for the bill of its week or month. */
import { partOf } from '#shared/kernel/pricing.ts'
import type { CompanyRow, OrderLineRow, OrderRow, Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Shop } from '#server/platform/shop.ts'
import { lockLedger } from '#server/checkout/invoice-payments/book.ts'
import { issueInvoice } from './issue.ts'

/** Pieces by the position of the order line. */
export type Pieces = ReadonlyMap<number, number>

/** What was done: the invoice that was issued, or null if the goods wait for a later bill. */
export type Left = { invoiceId: string | null }

/**
 * Records that goods of a wholesale order have left, and issues their invoice, unless the account gets one bill for a week or
 * a month. Does nothing for a retail order, and if nothing is left to leave. Call it in the transaction that marks the goods as
 * gone, and raise `shop.mailSignal` after the commit. Throws 409 for more pieces than the order still has.
 * @param pieces null for all that have not left yet
 * @param day the day at the shop on which they left
 */
export async function goodsLeft(
  tx: Tx,
  shop: Shop,
  orderId: string,
  pieces: Pieces | null,
  day: string,
): Promise<Left> {
  const order = await tx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  if (order.company_id === null) return { invoiceId: null }
  await lockLedger(tx, order.company_id).execute()
  const company = await readCompany(tx, order.company_id)
  const gone = await goneOf(tx, orderId)
  const lines = await linesOf(tx, order, pieces, gone)
  if (lines.length === 0) return { invoiceId: null }
  const id = newId(shop.clock)
  await tx
    .insertInto('departures')
    .values({
      id,
      order_id: order.id,
      company_id: company.id,
      location_id: order.location_id,
      left_on: day,
      shipping_cents: gone.size === 0 ? order.shipping_cents : 0,
      is_prepaid: order.on_account === 1 ? 0 : 1,
      invoice_id: null,
      created_at: isoNow(shop.clock),
    })
    .execute()
  await tx
    .insertInto('departure_lines')
    .values(lines.map((line) => ({ departure_id: id, ...line })))
    .execute()
  const isBilledNow = order.on_account === 0 || company.bills === 'delivery'
  return { invoiceId: isBilledNow ? await issueInvoice(tx, shop, company, [id]) : null }
}

export function readCompany(tx: Tx, id: string): Promise<CompanyRow> {
  return tx.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

type DepartingLine = { position: number; qty: number; cents: number; tax_cents: number }

/**
 * The lines that leave, with their shares of the order's prices. Shares are computed from what has left so far, so that those
 * of all departures add up to the order.
 */
async function linesOf(
  tx: Tx,
  order: OrderRow,
  pieces: Pieces | null,
  gone: ReadonlyMap<number, number>,
): Promise<DepartingLine[]> {
  const ordered = await tx
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute()
  const taxed = ordered.filter(({ is_taxed }) => is_taxed !== 0)
  const taxedCents = taxed.reduce((sum, line) => sum + netOf(line, line.qty), 0)
  let before = taxed.reduce((sum, line) => sum + netOf(line, gone.get(line.position) ?? 0), 0)
  const taxAt = (cents: number) => partOf(order.tax_cents, cents, taxedCents)
  const lines: DepartingLine[] = []
  for (const line of ordered) {
    const earlier = gone.get(line.position) ?? 0
    const qty = pieces === null ? line.qty - earlier : (pieces.get(line.position) ?? 0)
    if (qty < 0 || qty > line.qty - earlier)
      throw conflict(`Only ${line.qty - earlier} of ${line.name} have not left yet`, { code: 'pieces' })
    if (qty === 0) continue
    const cents = netOf(line, earlier + qty) - netOf(line, earlier)
    let tax_cents = 0
    if (line.is_taxed !== 0) {
      tax_cents = taxAt(before + cents) - taxAt(before)
      before += cents
    }
    lines.push({ position: line.position, qty, cents, tax_cents })
  }
  return lines
}

/** The price of the first `qty` pieces of a line after its discount, in cents. */
function netOf({ price_cents, qty: all, discount_cents }: OrderLineRow, qty: number): number {
  return price_cents * qty - partOf(discount_cents, qty, all)
}

/** How many pieces of each line have left, without those that came short before they were billed. */
async function goneOf(tx: Tx, orderId: string): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('departure_lines')
    .innerJoin('departures', 'departures.id', 'departure_id')
    .where('order_id', '=', orderId)
    .groupBy('position')
    .select((eb) => ['position', eb.fn.sum<number>('qty').as('qty')])
    .execute()
  return new Map(rows.map(({ position, qty }) => [position, qty]))
}
