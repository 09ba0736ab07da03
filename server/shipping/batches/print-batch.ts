/** What is printed of a batch: the labels as one file, and the packing slips, in the same order. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { SLIPS_AT_ONCE, type labelBatches } from '#shared/shipping/api/label-batches.ts'
import { isPrintable } from '#shared/platform/printable-labels.ts'
import { isPrinted } from '#shared/shipping/printed-rows.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { LabelRow } from '#server/kernel/db/schema.ts'
import { packedOrder } from '#server/checkout/orders/read/packed.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import { joined, readFile } from '../labels/label-file.ts'
import { labelsByOrder } from '../labels/label-rows.ts'
import { readBatch } from './read-batch.ts'

/** Files that are read at the same time. */
const AT_ONCE = 8

/**
 * The labels of a batch that were bought, without those of orders that are no longer sent. A label that cannot be fetched
 * from Shippo has a page that says so, because a missing page would be noticed only at the parcel. Throws 404, and 409 if
 * there is none.
 */
export async function printBatch(shop: Shop, id: string): Promise<Download> {
  const { rows } = await readBatch(shop, id)
  const ids = rows.filter(isPrinted).map(({ _id }) => _id)
  const labelsIn = await labelsByOrder(shop.db, ids)
  const labels = ids.flatMap((order) => labelsIn(order).latest.filter(isPrintable))
  if (labels.length === 0) throw conflict('This batch has no label to print')
  const files: (Buffer | string)[] = []
  for (const some of inBatches(labels, AT_ONCE))
    files.push(...(await Promise.all(some.map((label) => fileOf(shop, label)))))
  return { name: 'labels.pdf', content: await joined(files) }
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
  const { isStarted, rows } = await readBatch(shop, id)
  const packed = rows.filter(isStarted ? isPrinted : ({ state }) => state === 'waiting')
  const shown = packed.slice((pageNumber - 1) * SLIPS_AT_ONCE, pageNumber * SLIPS_AT_ONCE)
  const slips = []
  for (const { _id } of shown) slips.push(await packedOrder(shop, _id))
  return { slips, pages: Math.ceil(packed.length / SLIPS_AT_ONCE) }
}
