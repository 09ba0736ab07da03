/** What is written with an order of an account: its history, the mails to its people and to the shop, the change log. */
import { formatCents } from '#shared/kernel/pricing.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { OrderRow } from '#server/kernel/db/schema.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
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
  { orderer, terms, changed, wanted }: PlannedOrder,
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
    ...standingSteps(shop, row),
    ...weekSteps(shop, row, { link: wanted.weekLink, before: changed?.id ?? null }),
    ...(changed ? followSteps(shop, row, changed.id) : []),
  ]
}

/** Marks the date of a standing order as written. It changes no row if the date was skipped or written meanwhile. */
function standingSteps({ db, clock }: Shop, { id, standing_date_id: date }: OrderRow): Step[] {
  if (date === null) return []
  const written = { state: 'written' as const, problem: '', order_id: id, updated_at: isoNow(clock) }
  const query = db
    .updateTable('standing_dates')
    .set(written)
    .where('id', '=', date)
    .where('state', 'in', ['planned', 'waiting'])
  return [{ query, rows: 1 }]
}

/** Stores the order with its weekly link. It changes no row if another request has ordered with the link meanwhile. */
function weekSteps(
  { db }: Shop,
  { id }: OrderRow,
  { link, before }: { link: string | undefined; before: string | null },
): Step[] {
  if (link === undefined) return []
  const query = db
    .updateTable('week_links')
    .set({ order_id: id })
    .where('id', '=', link)
    .where((eb) =>
      eb.or([
        eb('order_id', 'is', null),
        eb('order_id', '=', before ?? ''),
        eb.exists(
          eb
            .selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.id', '=', 'week_links.order_id')
            .where('orders.state', 'in', ['cancelled', 'expired']),
        ),
      ]),
    )
  return [{ query, rows: 1 }]
}

/** A changed order is a new row: the standing date and the weekly link of the order before belong to it now. */
function followSteps({ db }: Shop, { id }: OrderRow, before: string): Step[] {
  return (['standing_dates', 'week_links'] as const).map((table) => ({
    query: db.updateTable(table).set({ order_id: id }).where('order_id', '=', before),
  }))
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
