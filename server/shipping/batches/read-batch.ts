/**
 * Reads a batch with an answer for each order. The answer comes from the label and from the order as they are now, because a
 * label can be found to be bought after its request has failed.
 */
import { sql } from 'kysely'
import type { BatchRow, BatchRowState, LabelBatch } from '#shared/shipping/api/label-batches.ts'
import { isPrintable } from '#shared/platform/printable-labels.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type {
  Db,
  LabelBatchRecord,
  LabelBatchRow,
  LabelRow,
  OrderRow,
  OutboxRow,
} from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { atShop } from '#server/kernel/time/shop-days.ts'
import { recipientOfOrder } from '#server/checkout/quotes/parcel.ts'
import { hasMailedBuyer, mailsAbout } from '#server/platform/outbox/order-mail.ts'
import type { Shop } from '#server/platform/shop.ts'
import { ON_ITS_WAY_BACK, returnsAllOfOrder } from '#server/roastery/open-lines/money-back.ts'
import { bagsMissing } from '../labels/label-admin.ts'
import { BY_VAN, INVENTED, mayGetLabel } from '../labels/buy-label.ts'
import { labelsByOrder, sumOf, toLabelOfOrder, type LabelsOfOrder } from '../labels/label-rows.ts'
import { packOrders } from '#server/checkout/orders/read/packing.ts'

/** Throws 404. */
export async function readBatch(shop: Shop, id: string): Promise<LabelBatch> {
  const batch = await batchRecord(shop, id)
  return {
    _id: id,
    at: atShop(batch.created_at),
    by: batch.actor,
    ships: batch.ships === 1,
    isStarted: batch.started_at !== null,
    rows: await readRows(shop, batch, await rowsOf(shop.db, id)),
  }
}

/** Throws 404. */
export async function batchRecord({ db }: Shop, id: string): Promise<LabelBatchRecord> {
  const batch = await db.selectFrom('label_batches').selectAll().where('id', '=', id).executeTakeFirst()
  if (!batch) throw notFound('Batch')
  return batch
}

/** The orders of a batch, in the order in which they were chosen. */
export function rowsOf(db: Db, batchId: string): Promise<LabelBatchRow[]> {
  return db
    .selectFrom('label_batch_rows')
    .selectAll()
    .where('batch_id', '=', batchId)
    .orderBy('position')
    .execute()
}

type Mail = Pick<OutboxRow, 'state' | 'problem' | 'recipient'>

/**
 * What is known about the order of a row. `label`: the deciding one of `labels`; `mail`: the email that says that the parcel is on
 * its way.
 */
type Facts = {
  order: ChosenOrder | undefined
  labels: LabelsOfOrder
  label: LabelRow | undefined
  parcels: number
  mail: Mail | undefined
}

export type ChosenOrder = OrderRow & { returns_all: 0 | 1; may_get_label: 0 | 1 }

/** The answers for some rows of a batch. */
export async function readRows(
  shop: Shop,
  batch: LabelBatchRecord,
  rows: readonly LabelBatchRow[],
): Promise<BatchRow[]> {
  const { db } = shop
  const ids = rows.map(({ order_id: id }) => id)
  const orders = new Map((await readChosen(shop, ids)).map((order) => [order.id, order]))
  const labelsIn = await labelsByOrder(db, ids)
  const packed = await packOrders(shop, ids)
  const mails = await mailsAbout(db, 'order-shipped', ids)
  const missing = await bagsMissing(db, ids)
  return rows.map((row) => {
    const labels = labelsIn(row.order_id)
    const facts = {
      order: orders.get(row.order_id),
      labels,
      label: labels.deciding,
      parcels: packed.get(row.order_id)?.length ?? 1,
      mail: mails.get(row.order_id),
    }
    return { ...toRow(batch, row, facts), bagsMissing: missing.get(row.order_id) ?? 0 }
  })
}

/** The orders with these ids, with what decides whether they get a label. */
export async function readChosen(shop: Shop, ids: readonly string[]): Promise<ChosenOrder[]> {
  if (ids.length === 0) return []
  return shop.db
    .selectFrom('orders')
    .selectAll()
    .select(returnsAllOfOrder.as('returns_all'))
    .select(sql<0 | 1>`case when ${mayGetLabel(shop)} then 1 else 0 end`.as('may_get_label'))
    .where('id', 'in', ids)
    .execute()
}

function toRow(batch: LabelBatchRecord, row: LabelBatchRow, facts: Facts): Omit<BatchRow, 'bagsMissing'> {
  const { order, labels, label } = facts
  const { state, problem } = answerOf(batch, row, facts)
  const hasLabel = isPrintable(label)
  const quoted = order?.quoted_cents ?? order?.shipping_cents ?? 0
  const bought = labels.latest.filter(isPrintable)
  const isWaiting = state === 'waiting'
  return {
    _id: row.order_id,
    number: order?.number ?? row.order_id,
    name: order?.buyer_name ?? '',
    state,
    problem,
    isLeftOut: state === 'missing' && lackOf(order, label) !== null,
    price: state === 'price' && row.asked_cents !== null ? toDollars(row.asked_cents) : null,
    label: toLabelOfOrder(labels),
    parcels: facts.parcels,
    hadLabel: hasLabel && bought.every(({ bought_at: at }) => (at ?? '') < batch.created_at),
    saved: hasLabel ? toDollars(Math.max(0, quoted - sumOf(bought))) : 0,
    isShipped: order?.shipped_at != null,
    cost: isWaiting && !hasLabel ? toDollars(Math.max(0, quoted - sumOf(bought))) : 0,
    mails: isWaiting && batch.ships === 1 && order?.state === 'paid' && hasMailedBuyer(order),
  }
}

type Answer = { state: BatchRowState; problem: string }

function answerOf(batch: LabelBatchRecord, row: LabelBatchRow, facts: Facts): Answer {
  const { order, label } = facts
  if (label?.state === 'buying') return { state: 'buying', problem: '' }
  if (row.state === 'running') return { state: 'buying', problem: '' }
  const { problem, problem_kind: kind } = row
  if (row.state === 'waiting') {
    const lack = lackOf(order, label)
    return lack === null ? { state: 'waiting', problem: '' } : { state: 'missing', problem: lack }
  }
  if (isPrintable(label) && order) return told(batch, row, { ...facts, order })
  if (kind === 'untold' || kind === '')
    return label?.state === 'failed'
      ? { state: 'refused', problem: label.problem }
      : { state: 'voided', problem: '' }
  return { state: kind, problem: problem || (label?.problem ?? '') }
}

/** The answer for an order whose label is bought. */
function told(
  { ships }: LabelBatchRecord,
  row: LabelBatchRow,
  { order, label, mail }: Facts & { order: ChosenOrder },
): Answer {
  const lack = lackOf(order, label)
  const isSent = order.state === 'delivered' && row.problem_kind !== 'missing'
  if (lack !== null && !isSent) return { state: 'missing', problem: lack }
  if (ships === 0) return { state: 'done', problem: '' }
  if (order.state === 'paid')
    return { state: 'untold', problem: row.problem || 'The order is not marked as shipped' }
  if (mail?.state === 'failed')
    return { state: 'untold', problem: `The email to ${mail.recipient} failed: ${mail.problem ?? ''}` }
  return { state: 'done', problem: '' }
}

/** Why nothing is done for an order: it is not sent, or gets no label; null if it is. Found before anything is bought. */
export function lackOf(order: ChosenOrder | undefined, label: LabelRow | undefined): string | null {
  if (!order) return 'This order no longer exists'
  if (order.state === 'refunded') return 'All its money went back to the buyer, so it is not sent'
  if (isPrintable(label)) return lackOfLabeled(order)
  if (!order.may_get_label) return INVENTED
  if (order.is_gift_card) return 'A gift card is mailed or printed, so it gets no label'
  if (order.handover === 'van') return BY_VAN
  if (order.is_pickup) return 'It is picked up at the bar, so it gets no label'
  if (order.state === 'shipped' || order.state === 'delivered') return 'It was shipped without a label'
  if (order.state !== 'paid') return 'Only a paid order gets a label'
  if (order.returns_all) return ON_ITS_WAY_BACK
  const lacking = (
    [
      ['recipient', recipientOfOrder(order).name],
      ['street', order.address],
      ['city', order.city],
      ['state', order.ship_state],
      ['ZIP code', order.postal_code],
    ] as const
  ).find(([, text]) => text.trim() === '')
  return lacking ? `Its address has no ${lacking[0]}` : null
}

/** The same for an order that has a label, which needs no address. */
function lackOfLabeled({ state, returns_all: returnsAll }: ChosenOrder): string | null {
  if (state === 'delivered') return 'It was delivered, so it is not sent again'
  if (state !== 'paid' && state !== 'shipped') return 'Only a paid order is sent'
  return returnsAll ? ON_ITS_WAY_BACK : null
}
