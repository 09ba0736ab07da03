/**
 * What the money of an order does in the ledger of a wholesale account: a receipt and its allocations in the transaction of
 * the capture, and refunds. Amounts are in cents.
 */
import { sql } from 'kysely'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { Db, OrderRow, RefundRow, Tx } from '#server/kernel/db/schema.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { insertMail } from '#server/platform/outbox/row.ts'
import type { Shop } from '#server/platform/shop.ts'
import { takeBack } from './take-back.ts'

/** The query that makes every other change of what the account owes wait until the end of this transaction. */
export function lockLedger(db: Db, companyId: string) {
  return db
    .insertInto('ledgers')
    .values({ company_id: companyId })
    .onConflict((known) =>
      known.column('company_id').doUpdateSet((eb) => ({ moves: eb('ledgers.moves', '+', 1) })),
    )
}

/**
 * The steps with which an order that pays invoices is booked, in the transaction in which it becomes paid. Each invoice gets
 * what is open at that moment; the rest stays as credit of the account.
 */
export async function bookInvoicePayment(
  shop: Shop,
  order: Pick<OrderRow, 'id' | 'total_cents' | 'number' | 'buyer_email'>,
): Promise<Step[]> {
  const { db, clock } = shop
  const targets = await db
    .selectFrom('invoice_payments')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute()
  const company_id = targets[0]?.company_id
  if (company_id === undefined) return []
  const receipt = newId(clock)
  const { day } = nowAt(clock)
  return [
    { query: lockLedger(db, company_id) },
    {
      query: db.insertInto('receipts').values({
        id: receipt,
        company_id,
        kind: 'online',
        cents: order.total_cents,
        left_cents: order.total_cents,
        day,
        received_on: day,
        reference: order.number ?? order.id,
        order_id: order.id,
        actor: 'The shop',
        at: isoNow(clock),
      }),
    },
    ...targets.flatMap(({ invoice_id }) => allocationSteps(shop, receipt, invoice_id)),
    {
      query: insertMail(db, shop, {
        kind: 'invoice-paid',
        dedupeKey: `invoice-paid:${order.id}`,
        to: order.buyer_email,
        replyTo: shop.config.mail.inbox,
        subject: 'Your payment has arrived',
        about: { invoice: { order: order.id } },
      }),
    },
  ]
}

/** Gives an invoice as much of a receipt as is open and left. */
function allocationSteps({ db, clock }: Shop, receipt: string, invoice: string): Step[] {
  const id = newId(clock)
  const at = isoNow(clock)
  const { day } = nowAt(clock)
  const given = sql<number>`coalesce((select cents from allocations where id = ${id}), 0)`
  return [
    {
      query: db
        .insertInto('allocations')
        .columns(['id', 'company_id', 'invoice_id', 'receipt_id', 'cents', 'day', 'at'])
        .expression(
          db
            .selectFrom('invoices')
            .innerJoin('receipts', 'receipts.company_id', 'invoices.company_id')
            .where('receipts.id', '=', receipt)
            .where('receipts.left_cents', '>', 0)
            .where('invoices.id', '=', invoice)
            .where('invoices.voided_at', 'is', null)
            .whereRef('invoices.settled_cents', '<', 'invoices.total_cents')
            .select((eb) => [
              eb.val(id).as('id'),
              'invoices.company_id',
              'invoices.id as invoice_id',
              'receipts.id as receipt_id',
              sql<number>`case when total_cents - settled_cents < left_cents then total_cents - settled_cents
                else left_cents end`.as('cents'),
              eb.val(day).as('day'),
              eb.val(at).as('at'),
            ]),
        ),
    },
    {
      query: db
        .updateTable('invoices')
        .set((eb) => ({ settled_cents: eb('settled_cents', '+', given) }))
        .where('id', '=', invoice),
    },
    {
      query: db
        .updateTable('receipts')
        .set((eb) => ({ left_cents: eb('left_cents', '-', given) }))
        .where('id', '=', receipt),
    },
  ]
}

/**
 * Books a refund of money that the ledger has as a receipt, or takes that booking back. What no invoice has used goes first;
 * then the newest allocations end, and their invoices are open again. Does nothing for other orders.
 * @param cents negative if the refund failed after it was completed
 */
export async function bookInvoiceRefund(
  tx: Tx,
  shop: Shop,
  orderId: string,
  refund: Pick<RefundRow, 'id' | 'actor'>,
  cents: number,
): Promise<void> {
  const receipts = await tx
    .selectFrom('receipts')
    .select(['id', 'company_id', 'kind', 'left_cents'])
    .where('order_id', '=', orderId)
    .where('cents', '>', 0)
    .where('refund_id', 'is', null)
    .orderBy('at', 'desc')
    .execute()
  const first = receipts[0]
  if (!first) return
  await lockLedger(tx, first.company_id).execute()
  const { day } = nowAt(shop.clock)
  await tx
    .insertInto('receipts')
    .values({
      id: newId(shop.clock),
      company_id: first.company_id,
      kind: first.kind,
      cents: -cents,
      left_cents: cents < 0 ? -cents : 0,
      day,
      received_on: day,
      order_id: orderId,
      refund_id: refund.id,
      actor: refund.actor,
      at: isoNow(shop.clock),
    })
    .execute()
  let open = cents
  for (const { id } of receipts) if (open > 0) open -= await takeBack(tx, shop, id, open)
}
