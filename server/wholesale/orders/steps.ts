/** What is written with an order of an account: its history, the mails to its people and to the shop, the change log. */
import { formatCents } from '#shared/kernel/pricing.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { OrderRow } from '#server/kernel/db/schema.ts'
import { changeStep } from '#server/platform/change-log/change-log.ts'
import { orderMail } from '#server/platform/outbox/order-mail.ts'
import type { Shop } from '#server/platform/shop.ts'
import { webhookEvent } from '#server/platform/webhooks/events.ts'
import { note } from '#server/checkout/orders/history.ts'
import { mailPeople } from './mails.ts'
import type { PlannedOrder } from './planned-order.ts'

/** The last steps of the transaction of an order. An order on account goes to the roast and the packing table at once. */
export async function stepsOf(
  shop: Shop,
  { orderer, terms, changed }: PlannedOrder,
  row: OrderRow,
): Promise<Step[]> {
  const { db } = shop
  const { list } = terms.prices
  const at = list ? `, at the prices of “${list.name}”, version ${list.version}` : ''
  return [
    {
      query: note(
        db,
        shop,
        row.id,
        orderer.name,
        row.on_account ? `Accepted on account${at}` : `To be paid now${at}`,
      ),
    },
    ...(row.on_account
      ? [
          { query: orderMail(db, shop, 'order-to-ship', row.id) },
          { query: webhookEvent(db, shop, 'order.paid', { order: row.id }) },
        ]
      : []),
    ...(await mailPeople(shop, row, changed ? 'changed' : 'placed')),
    ...recordSteps(shop, orderer, row),
  ]
}

function recordSteps(shop: Shop, { staff, reason, company }: PlannedOrder['orderer'], row: OrderRow): Step[] {
  if (!staff) return []
  return [
    changeStep(shop.db, shop, staff, {
      subject: 'order',
      id: row.id,
      name: `Order ${row.number} of ${company.trade_name || company.legal_name}`,
      action: 'Entered for an account',
      changes: [
        { field: 'Total', before: '', after: formatCents(row.total_cents) },
        { field: 'Reason', before: '', after: reason.trim() },
      ],
    }),
  ]
}
