/** Credit notes: pieces and delivery of an invoice, with their tax in proportion. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { CreditData, InvoiceData } from '#shared/wholesale/papers.ts'
import type { ledger } from '#shared/wholesale/api/ledger.ts'
import { formatCents, partOf, toCents } from '#shared/kernel/pricing.ts'
import { titleOf } from '#server/checkout/orders/read/order.ts'
import { lockLedger } from '#server/checkout/invoice-payments/book.ts'
import { returnToStock } from '#server/checkout/orders/stock.ts'
import type { InvoiceLineRow, InvoiceRow, OrderLineRow, Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { attemptOf, transactOnce, type RequestKey } from '#server/platform/http/idempotency.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { creditedOf, findInvoice, linesOf } from './invoice-rows.ts'
import { nextNumber } from './numbers.ts'
import { allocate } from './allocate.ts'

const REQUEST = { route: 'POST /api/wholesale/invoices/:id/credits', what: 'credit note' }

/**
 * What a credit note is for: pieces by the position of the line of the invoice, and delivery in cents; or an amount of an
 * invoice of a former system.
 */
export type Credited = {
  pieces: ReadonlyMap<number, number>
  shippingCents: number
  amountCents?: number
  reason: string
  isBack: boolean
}

/**
 * Writes a credit note for an invoice. What the invoice has open is credited first; the rest is credit of the account.
 * Returns its id. Throws 404, and 409 for more pieces, delivery or money than are left of the invoice.
 */
export async function creditInvoice(
  shop: Shop,
  staff: SignedIn,
  invoiceId: string,
  { lines, shipping, amount, reason, isBack }: Body<typeof ledger.credit>,
  key: RequestKey | null,
): Promise<string> {
  const pieces = new Map(lines.map(({ line, qty }) => [line, qty]))
  const credited = {
    pieces,
    shippingCents: toCents(shipping),
    amountCents: toCents(amount),
    reason,
    isBack,
  }
  const { id, products } = await transactOnce(shop, attemptOf(staff, REQUEST, key), async (tx) => {
    const invoice = await findInvoice({ db: tx }, invoiceId)
    const written = await writeCredit(tx, shop, invoice, credited, staff.name)
    await logChange(tx, shop, staff, {
      subject: 'invoice',
      id: invoiceId,
      name: invoice.number,
      action: 'Credited',
      changes: [{ field: 'Reason', before: '', after: reason }],
    })
    return written
  })
  shop.mailSignal.raise()
  for (const product of products) shop.changed({ tag: 'Product', id: product })
  return id
}

/** The same in a transaction. `products` are those whose goods returned to stock: pass them to `shop.changed` after it. */
export async function writeCredit(
  tx: Tx,
  shop: Shop,
  { id: invoiceId }: Pick<InvoiceRow, 'id'>,
  credited: Credited,
  actor: string,
): Promise<{ id: string; products: string[] }> {
  const lines = await linesOf(tx, invoiceId)
  // Stock before the ledger: an order takes its stock first, too.
  const products = credited.isBack ? await giveBack(tx, shop, lines, credited) : []
  const { company_id } = await tx
    .selectFrom('invoices')
    .select('company_id')
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  await lockLedger(tx, company_id).execute()
  const invoice = await findInvoice({ db: tx }, invoiceId)
  if (invoice.voided_at !== null) throw conflict('This invoice is void', { code: 'void' })
  const parts = await partsOf(tx, lines, credited)
  const shippingCents = await shippingOf(tx, invoice, credited.shippingCents)
  const id = newId(shop.clock)
  const formerCents = await formerOf(tx, invoice, credited.amountCents ?? 0)
  const items_cents = parts.reduce((sum, { cents }) => sum + cents, formerCents)
  const tax_cents = parts.reduce((sum, each) => sum + each.tax_cents, 0)
  const total_cents = items_cents + tax_cents + shippingCents
  if (total_cents === 0) throw conflict('Choose what is credited', { code: 'nothing' })
  await tx
    .insertInto('credit_notes')
    .values({
      id,
      company_id,
      invoice_id: invoiceId,
      number: await nextNumber(tx, shop, 'C'),
      data: JSON.stringify(dataOf(invoice, lines, parts, { reason: credited.reason, formerCents })),
      issued_at: isoNow(shop.clock),
      issued_on: nowAt(shop.clock).day,
      items_cents,
      shipping_cents: shippingCents,
      tax_cents,
      total_cents,
      left_cents: total_cents,
      goods_back: credited.isBack ? 1 : 0,
      reason: credited.reason,
      actor,
    })
    .execute()
  if (parts.length > 0)
    await tx
      .insertInto('credit_note_lines')
      .values(parts.map((part) => ({ credit_id: id, ...part })))
      .execute()
  const used = Math.min(total_cents, invoice.total_cents - invoice.settled_cents)
  await allocate(tx, shop, company_id, { credit: id }, invoiceId, used)
  return { id, products }
}

type Part = { position: number; qty: number; cents: number; tax_cents: number }

/** The prices of the pieces. With all pieces of a line, its credit notes add up to the line. */
async function partsOf(tx: Tx, lines: readonly InvoiceLineRow[], { pieces }: Credited): Promise<Part[]> {
  const before = await creditedOf(tx, lines[0]?.invoice_id ?? '')
  return [...pieces].flatMap(([position, qty]) => {
    if (qty === 0) return []
    const line = lines.find((each) => each.position === position)
    const earlier = before.get(position) ?? 0
    if (!line || qty < 0 || qty > line.qty - earlier)
      throw conflict(
        line
          ? `Only ${line.qty - earlier} of ${line.name} can still be credited`
          : 'The invoice has no such line',
        { code: 'pieces' },
      )
    const share = (cents: number) => partOf(cents, earlier + qty, line.qty) - partOf(cents, earlier, line.qty)
    return [{ position, qty, cents: share(line.cents), tax_cents: share(line.tax_cents) }]
  })
}

async function shippingOf(tx: Tx, invoice: InvoiceRow, wanted: number): Promise<number> {
  if (wanted === 0) return 0
  const { cents } = await tx
    .selectFrom('credit_notes')
    .where('invoice_id', '=', invoice.id)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('shipping_cents'), eb.val(0)).as('cents'))
    .executeTakeFirstOrThrow()
  const left = invoice.shipping_cents - cents
  if (wanted > left)
    throw conflict(`Only ${formatCents(left)} of the delivery can still be credited`, { code: 'shipping' })
  return wanted
}

/** What is credited of an invoice of a former system, of which only the amount is known. */
async function formerOf(tx: Tx, invoice: InvoiceRow, wanted: number): Promise<number> {
  if (wanted === 0) return 0
  if (invoice.former_on === null)
    throw conflict('Choose the pieces of this invoice that are credited', { code: 'amount' })
  const { cents } = await tx
    .selectFrom('credit_notes')
    .where('invoice_id', '=', invoice.id)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('total_cents'), eb.val(0)).as('cents'))
    .executeTakeFirstOrThrow()
  const left = invoice.total_cents - cents
  if (wanted > left)
    throw conflict(`Only ${formatCents(left)} of this invoice can still be credited`, { code: 'amount' })
  return wanted
}

/** Returns the pieces to stock, by order, as the orders took them. */
async function giveBack(tx: Tx, shop: Shop, lines: readonly InvoiceLineRow[], { pieces }: Credited) {
  const byOrder = Map.groupBy(
    lines.filter(({ order_id, position }) => order_id !== null && (pieces.get(position) ?? 0) > 0),
    ({ order_id }) => order_id!,
  )
  const products: string[] = []
  for (const [orderId, ofOrder] of byOrder) {
    const ordered = await tx.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).execute()
    const sizeOf = (position: number) => ordered.find((line: OrderLineRow) => line.position === position)
    const back = ofOrder.flatMap(({ position, order_position }) => {
      const line = sizeOf(order_position)
      return line ? [{ product_id: line.product_id, size_id: line.size_id, qty: pieces.get(position)! }] : []
    })
    products.push(...(await returnToStock(tx, shop, orderId, back, { inParts: true })))
  }
  return products
}

function dataOf(
  invoice: InvoiceRow,
  lines: readonly InvoiceLineRow[],
  parts: readonly Part[],
  { reason, formerCents }: { reason: string; formerCents: number },
): CreditData {
  const { seller, buyer, isTrial } = JSON.parse(invoice.data) as InvoiceData
  return {
    seller,
    buyer,
    isTrial,
    invoice: invoice.number,
    reason,
    lines: [
      ...parts.map(({ position, qty, cents }) => ({
        name: titleOf(lines.find((line) => line.position === position)!),
        qty,
        cents,
      })),
      ...(formerCents > 0 ? [{ name: `Invoice ${invoice.number}`, qty: 1, cents: formerCents }] : []),
    ],
  }
}
