/** Batches of labels: orders that were chosen together. Their labels are bought one by one (run-batch.ts). */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import { MOST_ORDERS, type labelBatches, type LabelBatch } from '#shared/shipping/api/label-batches.ts'
import { DAY, isoIn, isoNow, newId } from '#server/kernel/time/clock.ts'
import { badRequest } from '#server/kernel/errors.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { keepsMoney } from '#server/roastery/open-lines/money-back.ts'
import { attemptOf, transactOnce, type RequestKey } from '#server/platform/http/idempotency.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { waitingToShip } from '../labels/label-admin.ts'
import { readBatch } from './read-batch.ts'

const CREATION = { route: 'POST /api/label-batches', what: 'batch' }

/**
 * Stores the chosen orders, so that later orders do not join them, and returns what would be bought. Orders that do not
 * exist, or of another kind, get their answer in the batch. Throws 400 if no order waits to be shipped.
 * @param key the Idempotency-Key of the request
 */
export async function createBatch(
  shop: Shop,
  staff: SignedIn,
  { orders, ship }: Body<typeof labelBatches.create>,
  key: RequestKey | null,
): Promise<LabelBatch> {
  const { _id } = await transactOnce(shop, attemptOf(staff, CREATION, key), async (tx) => {
    const chosen = orders === 'all' ? await oldestToShip(tx) : [...new Set(orders)]
    if (chosen.length === 0) throw badRequest('No orders to ship')
    const now = isoNow(shop.clock)
    const id = newId(shop.clock)
    await tx
      .insertInto('label_batches')
      .values({ id, ships: ship ? 1 : 0, actor_id: staff._id, actor: staff.name, created_at: now })
      .execute()
    await tx
      .insertInto('label_batch_rows')
      .values(chosen.map((order, position) => ({ batch_id: id, position, order_id: order, updated_at: now })))
      .execute()
    return { _id: id }
  })
  return readBatch(shop, _id)
}

async function oldestToShip(db: Db): Promise<string[]> {
  const rows = await waitingToShip(db)
    .where(keepsMoney('orders.id'))
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_ORDERS)
    .execute()
  return rows.map(({ id }) => id)
}

/** The batches in the list of the latest. */
const LISTED = 10

/** The latest batches that were started. */
export async function listBatches({ db }: Shop): Promise<Reply<typeof labelBatches.list>> {
  const batches = await db
    .selectFrom('label_batches')
    .innerJoin('label_batch_rows as row', 'row.batch_id', 'label_batches.id')
    .where('started_at', 'is not', null)
    .select(['label_batches.id as _id', 'created_at as at', 'actor as by'])
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      fn.countAll<number>().filterWhere('state', '<>', 'answered').as('waiting'),
      fn
        .countAll<number>()
        .filterWhere('state', '=', 'answered')
        .filterWhere('problem_kind', '=', '')
        .as('done'),
    ])
    .groupBy(['label_batches.id', 'created_at', 'actor'])
    .orderBy('created_at', 'desc')
    .orderBy('label_batches.id', 'desc')
    .limit(LISTED)
    .execute()
  return { batches }
}

/** A batch is only needed while its labels are bought and printed. */
const KEPT_FOR = 30 * DAY

export async function sweepBatches({ db, clock }: Shop): Promise<void> {
  await db.deleteFrom('label_batches').where('created_at', '<', isoIn(clock, -KEPT_FOR)).execute()
}
