/**
 * Buys the labels of a batch, a few orders at a time. Each order is on its own: a failure stops no other, and an order that has
 * a label gets no second one, however often it is tried again.
 */
import type { ExpressionBuilder } from 'kysely'
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { BatchRowState, LabelBatch, labelBatches } from '#shared/shipping/api/label-batches.ts'
import { isPrintable } from '#shared/platform/printable-labels.ts'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import { MINUTE, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import type { LabelBatchRecord, LabelBatchRow, Schema, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { ship } from '#server/checkout/orders/fulfill/fulfill.ts'
import { resendFailed } from '#server/platform/outbox/order-mail.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { requireMoney } from '#server/roastery/open-lines/money-back.ts'
import { buyLabel } from '../labels/buy-label.ts'
import { labelsByOrder } from '../labels/label-rows.ts'
import { batchRecord, lackOf, readBatch, readChosen, readRows, rowsOf } from './read-batch.ts'

/** Labels that are bought at the same time, in one request. */
const AT_ONCE = 4
/** A row is claimed for this time, which is longer than a purchase can last. */
const CLAIM = 2 * MINUTE

/** Buys the labels of the next few orders. Throws 404. */
export async function runBatch(
  shop: Shop,
  staff: SignedIn,
  id: string,
): Promise<Reply<typeof labelBatches.run>> {
  const { db, clock } = shop
  const batch = await batchRecord(shop, id)
  await db
    .updateTable('label_batches')
    .set({ started_at: isoNow(clock) })
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .execute()
  const claimed = await claim(shop, id)
  await Promise.all(claimed.map((row) => runRow(shop, staff, batch, row)))
  const rows = await rowsOf(db, id)
  const changed = rows.filter((row) => claimed.some(({ position }) => position === row.position))
  return {
    rows: await readRows(shop, batch, changed),
    waiting: rows.filter(({ state }) => state !== 'answered').length,
  }
}

/** Claims the next rows, so that two tabs do not work on the same ones. */
async function claim({ db, clock }: Shop, batchId: string): Promise<LabelBatchRow[]> {
  const isOpen = (eb: ExpressionBuilder<Schema, 'label_batch_rows'>) =>
    eb.and([
      eb('batch_id', '=', batchId),
      eb.or([
        eb('state', '=', 'waiting'),
        eb.and([eb('state', '=', 'running'), eb('updated_at', '<', isoIn(clock, -CLAIM))]),
      ]),
    ])
  const next = await db
    .selectFrom('label_batch_rows')
    .select('position')
    .where(isOpen)
    .orderBy('position')
    .limit(AT_ONCE)
    .execute()
  if (next.length === 0) return []
  const positions = next.map(({ position }) => position)
  return db
    .updateTable('label_batch_rows')
    .set({ state: 'running', updated_at: isoNow(clock) })
    .where('position', 'in', positions)
    .where(isOpen)
    .returningAll()
    .execute()
}

type Problem = Pick<LabelBatchRow, 'problem_kind' | 'problem' | 'asked_cents'>

const NO_PROBLEM: Problem = { problem_kind: '', problem: '', asked_cents: null }

async function runRow(
  shop: Shop,
  staff: SignedIn,
  batch: LabelBatchRecord,
  { position, order_id: order, agreed_cents: agreed }: LabelBatchRow,
): Promise<void> {
  const problem = await shipOne(shop, staff, { order, agreed, ships: batch.ships === 1 })
  await shop.db
    .updateTable('label_batch_rows')
    .set({
      ...problem,
      problem: problem.problem.slice(0, 300),
      state: 'answered',
      updated_at: isoNow(shop.clock),
    })
    .where('batch_id', '=', batch.id)
    .where('position', '=', position)
    .where('state', '=', 'running')
    .execute()
}

type Wanted = { order: string; agreed: number | null; ships: boolean }

/** Buys the label of an order if it has none that can be used, and marks the order as shipped. Returns why it did not. */
async function shipOne(shop: Shop, staff: SignedIn, { order, agreed, ships }: Wanted): Promise<Problem> {
  const { deciding: label } = (await labelsByOrder(shop.db, [order]))(order)
  let isBought = isPrintable(label)
  try {
    const [chosen] = await readChosen(shop, [order])
    const lack = lackOf(chosen, label)
    if (lack !== null) return { ...NO_PROBLEM, problem_kind: 'missing', problem: lack }
    let isShipped = chosen?.shipped_at != null
    if (!isBought) {
      const price = agreed === null ? undefined : toDollars(agreed)
      isShipped = (await buyLabel(shop, staff, { orderId: order, price, ship: ships })).isShipped
      isBought = true
    }
    if (ships) await tell(shop, staff, order, isShipped)
    return NO_PROBLEM
  } catch (error) {
    if (!(error instanceof Refusal)) shop.log.error({ err: error, order }, 'a label of a batch failed')
    return problemOf(error, isBought)
  }
}

/** Marks the order as shipped, which mails its buyer; if it is, queues a failed mail again. */
async function tell(shop: Shop, staff: SignedIn, order: string, isShipped: boolean): Promise<void> {
  await transact(shop.db, async (tx) => {
    if (isShipped) return resendFailed(tx, shop, 'order-shipped', order)
    if (!(await ship(tx, shop, order, staff))) await requireMoney(tx, order)
  })
  shop.mailSignal.raise()
}

/** The kind of an error: before the purchase, a refused purchase, or after it, when nothing may be bought again. */
function problemOf(error: unknown, isBought: boolean): Problem {
  if (!(error instanceof Refusal)) {
    const problem = 'The shop could not do this. Please try again'
    return { ...NO_PROBLEM, problem_kind: isBought ? 'untold' : 'refused', problem }
  }
  const { status, message: problem, more } = error
  if (isBought) return { ...NO_PROBLEM, problem_kind: 'untold', problem }
  switch (more['code']) {
    case 'price':
      return { problem_kind: 'price', problem, asked_cents: toCents(more['price'] as number) }
    case 'buying':
      // The label tells the reason as soon as it is known.
      return { ...NO_PROBLEM, problem_kind: 'refused' }
    default:
      return { ...NO_PROBLEM, problem_kind: status < 500 ? 'missing' : 'refused', problem }
  }
}

/** The answers after which an order can be tried again. A higher price must be accepted first. */
const TRIED_AGAIN: ReadonlySet<BatchRowState> = new Set<BatchRowState>(['missing', 'refused', 'untold'])

/** Lets the rows that failed wait again, and those whose price is accepted. Throws 404. */
export async function retryBatch(
  shop: Shop,
  id: string,
  { prices }: Body<typeof labelBatches.retry>,
): Promise<LabelBatch> {
  const { rows } = await readBatch(shop, id)
  const accepted = new Map(prices.map(({ order, price }) => [order, toCents(price)]))
  const agreed = rows.filter(({ _id, state }) => state === 'price' && accepted.has(_id))
  const failed = rows
    .filter(({ state, isLeftOut }) => TRIED_AGAIN.has(state) && !isLeftOut)
    .map(({ _id }) => _id)
  await transact(shop.db, async (tx) => {
    for (const { _id } of agreed) await waitAgain(shop, tx, id, [_id], { agreed_cents: accepted.get(_id)! })
    await waitAgain(shop, tx, id, failed)
  })
  return readBatch(shop, id)
}

async function waitAgain(
  { clock }: Shop,
  tx: Tx,
  batchId: string,
  orders: string[],
  more: { agreed_cents?: number } = {},
): Promise<void> {
  if (orders.length === 0) return
  await tx
    .updateTable('label_batch_rows')
    .set({ ...NO_PROBLEM, ...more, state: 'waiting', updated_at: isoNow(clock) })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'answered')
    .where('order_id', 'in', orders)
    .execute()
}
