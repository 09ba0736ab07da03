/** What happens in the invented history of an account: goods are delivered, months are billed, invoices are paid. */
import type { Tx } from '#server/kernel/db/schema.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { goodsLeft, readCompany } from '#server/wholesale/invoices/depart.ts'
import { issueInvoice } from '#server/wholesale/invoices/issue.ts'
import { shortAtTheDoor } from '#server/wholesale/invoices/short.ts'
import { applyCredit, openInvoices } from '#server/wholesale/ledger/allocate.ts'
import { noteOrder } from './write-order.ts'
import type { Written } from './write-account.ts'

const DRIVER = 'Sam'

/** The goods of an order leave and are handed over. @param isShort whether one bag of the first line was damaged */
export async function deliver(
  tx: Tx,
  then: Shop,
  { of: { account }, order, isShort }: { of: Written; order: string; isShort: boolean },
): Promise<void> {
  const { clock } = then
  const now = isoNow(clock)
  const { day } = nowAt(clock)
  await tx
    .updateTable('orders')
    .set({ state: 'delivered', shipped_at: now, delivered_at: now })
    .where('id', '=', order)
    .execute()
  await noteOrder(tx, clock, order, DRIVER, isShort ? 'Delivered, 1 bag short' : 'Delivered')
  await goodsLeft(tx, then, order, null, day)
  const id = newId(clock)
  await tx
    .insertInto('deliveries')
    .values({
      id,
      order_id: order,
      day,
      outcome: isShort ? 'short' : 'delivered',
      received_by: account.buyer,
      moved_to: null,
      at: now,
      actor_id: null,
      actor: DRIVER,
      created_at: now,
    })
    .execute()
  if (!isShort) return
  await tx
    .insertInto('delivery_shorts')
    .values({ delivery_id: id, position: 0, qty: 1, why: 'damaged' })
    .execute()
  const short = { pieces: new Map([[0, 1]]), reason: 'Damaged at delivery', actor: DRIVER }
  await shortAtTheDoor(tx, then, order, short)
}

/** The invoice of the month that is over. */
export async function billMonth(tx: Tx, then: Shop, { company }: Written): Promise<void> {
  const waiting = await tx
    .selectFrom('departures')
    .select('id')
    .where('company_id', '=', company)
    .where('invoice_id', 'is', null)
    .where('left_on', '<', nowAt(then.clock).day)
    .execute()
  const ids = waiting.map(({ id }) => id)
  if (ids.length > 0) await issueInvoice(tx, then, await readCompany(tx, company), ids)
}

/** The account pays all that is open. */
export async function pay(tx: Tx, then: Shop, { account, company }: Written): Promise<void> {
  const { clock } = then
  await applyCredit(tx, then, company)
  const open = await openInvoices(tx, company)
  const cents = open.reduce((sum, invoice) => sum + invoice.open, 0)
  if (cents === 0) return
  const { day } = nowAt(clock)
  await tx
    .insertInto('receipts')
    .values({
      id: newId(clock),
      company_id: company,
      kind: account.paysBy,
      cents,
      left_cents: cents,
      day,
      received_on: day,
      reference: `${account.paysBy === 'check' ? '' : 'ACH '}${day.slice(2).replaceAll('-', '')}`,
      actor: 'Frame Roasters',
      at: isoNow(clock),
    })
    .execute()
  await applyCredit(tx, then, company)
}
