/** What is printed of a batch: the labels as one file, and the packing slips, in the same order. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { SLIPS_AT_ONCE, type labelBatches } from '#shared/shipping/api/label-batches.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { LabelRow } from '#server/kernel/db/schema.ts'
import { packedOrder } from '#server/checkout/orders/read/packed.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import { joined, readFile } from '../labels/label-file.ts'
import { latestLabels } from '../labels/label-admin.ts'
import { batchRecord, isUsable, lackOf, readChosen, rowsOf } from './read-batch.ts'

/** Files that are read at the same time. */
const AT_ONCE = 8

/**
 * The labels of a batch that were bought. A label that cannot be fetched from Shippo has a page that says so, because a missing
 * page would be noticed only at the parcel. Throws 404, and 409 if none was bought.
 */
export async function printBatch(shop: Shop, id: string): Promise<Download> {
  await batchRecord(shop, id)
  const labels = await labelsOf(shop, id)
  if (labels.length === 0) throw conflict('No label of this batch was bought')
  const files: (Buffer | string)[] = []
  for (const some of inBatches(labels, AT_ONCE))
    files.push(...(await Promise.all(some.map((label) => fileOf(shop, label)))))
  return { name: 'labels.pdf', content: await joined(files) }
}

/** The latest labels of the orders of a batch, without those that cannot be printed. */
async function labelsOf({ db }: Shop, batchId: string): Promise<LabelRow[]> {
  const ids = (await rowsOf(db, batchId)).map(({ order_id: id }) => id)
  const labels = await latestLabels(db, ids)
  return ids.map((id) => labels.get(id)).filter(isUsable)
}

async function fileOf(shop: Shop, label: LabelRow): Promise<Buffer | string> {
  try {
    return await readFile(shop, label)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `The label with the tracking number ${label.tracking_number} cannot be fetched from Shippo right now. Print it later, from its order.`
  }
}

/**
 * The orders of one page of the packing slips. Before the purchase these are all that can be packed, later those with a
 * label. Throws 404.
 */
export async function slipsOf(
  shop: Shop,
  id: string,
  pageNumber: number,
): Promise<Reply<typeof labelBatches.slips>> {
  const { started_at: started } = await batchRecord(shop, id)
  const ids =
    started === null ? await packable(shop, id) : (await labelsOf(shop, id)).map((label) => label.order_id)
  const shown = ids.slice((pageNumber - 1) * SLIPS_AT_ONCE, pageNumber * SLIPS_AT_ONCE)
  const slips = []
  for (const order of shown) slips.push(await packedOrder(shop, order))
  return { slips, pages: Math.ceil(ids.length / SLIPS_AT_ONCE) }
}

/** The orders of a batch that have a label or get one. */
async function packable({ db }: Shop, batchId: string): Promise<string[]> {
  const ids = (await rowsOf(db, batchId)).map(({ order_id: order }) => order)
  const labels = await latestLabels(db, ids)
  const orders = new Map((await readChosen(db, ids)).map((order) => [order.id, order]))
  return ids.filter((id) => isUsable(labels.get(id)) || lackOf(orders.get(id)) === null)
}
