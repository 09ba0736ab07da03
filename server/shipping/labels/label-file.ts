/** Label PDFs: fetched from Shippo once and stored. Admins can print them any number of times. */
import { isPrintable } from '#shared/platform/printable-labels.ts'
import type { LabelRow } from '#server/kernel/db/schema.ts'
import { Refusal, conflict } from '#server/kernel/errors.ts'
import { orderRow } from '#server/checkout/orders/read/order.ts'
import { type Label, ShippingUnavailable } from '#server/providers/shipping.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import { labelFileName, labelsOf } from './label-rows.ts'

/** The labels of one order, or that of one of its parcels. Throws 409 if none was bought. */
export async function labelFile(shop: Shop, orderId: string, parcel?: number): Promise<Download> {
  const rows = await printable(shop, orderId, parcel)
  return { name: `label-${orderId}.pdf`, content: await filesOf(shop, rows) }
}

/** The labels of several orders in one file, in the given order. Throws 409 if an order has no label. */
export async function labelFiles(shop: Shop, orderIds: string[]): Promise<Download> {
  const rows: LabelRow[] = []
  for (const id of new Set(orderIds)) rows.push(...(await printable(shop, id)))
  return { name: 'labels.pdf', content: await filesOf(shop, rows) }
}

async function filesOf(shop: Shop, rows: readonly LabelRow[]): Promise<Buffer> {
  const files: Buffer[] = []
  for (const row of rows) files.push(await readFile(shop, row))
  return files.length === 1 ? files[0]! : joined(files)
}

/**
 * Puts a label's file into the store. If fetching or storing fails, the label still counts as bought, and printing
 * fetches the file again.
 */
export async function storeFile(shop: Shop, labelId: string, { fileUrl }: Label): Promise<void> {
  try {
    const file = await shop.providers.shipping.fetchLabel(fileUrl)
    await shop.uploads.store.put([[labelFileName(labelId), file]])
  } catch (error) {
    shop.log.warn({ err: error, label: labelId }, 'a label was bought, but its file is not stored yet')
  }
}

/** The labels of an order's parcels that can be printed. Throws 404, and 409 if there are none. */
async function printable(shop: Shop, orderId: string, parcel?: number): Promise<LabelRow[]> {
  const order = await orderRow(shop, orderId)
  const rows = await labelsOf(shop.db, orderId)
  const last = new Map(
    rows
      .filter(isPrintable)
      .toReversed()
      .map((row) => [row.parcel_number, row]),
  )
  const labels = [...last.values()]
    .filter(({ parcel_number: number }) => parcel === undefined || number === parcel)
    .toSorted((one, other) => one.parcel_number - other.parcel_number)
  if (labels.length === 0) throw conflict(`No label was bought for the order of ${order.buyer_name}`)
  return labels
}

/**
 * Reads a label's file from the store. If it is missing there, as after restoring a backup, fetches it from Shippo.
 * Throws 503.
 */
export async function readFile(shop: Shop, label: LabelRow): Promise<Buffer> {
  const stored = await shop.uploads.store.get(labelFileName(label.id))
  if (stored) return stored
  try {
    const current = await shop.providers.shipping.getLabel(label.transaction_id!)
    if (!current?.fileUrl) throw new ShippingUnavailable('Shippo has no file of this label')
    const file = await shop.providers.shipping.fetchLabel(current.fileUrl)
    await shop.uploads.store.put([[labelFileName(label.id), file]])
    return file
  } catch (error) {
    if (error instanceof ShippingUnavailable)
      throw new Refusal(503, 'The label cannot be fetched from Shippo right now. Please try again')
    throw error
  }
}

/** A label of 4 by 6 inches, in points. */
const LABEL: [width: number, height: number] = [288, 432]

/**
 * Joins PDF files; a text becomes a page of the size of a label. The library is imported only here, because most processes
 * never print several labels.
 */
export async function joined(files: (Buffer | string)[]): Promise<Buffer> {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const all = await PDFDocument.create()
  for (const file of files) {
    if (typeof file === 'string') {
      all.addPage(LABEL).drawText(file, { x: 24, y: 380, size: 14, lineHeight: 20, maxWidth: 240 })
      continue
    }
    const one = await PDFDocument.load(file, { updateMetadata: false })
    for (const page of await all.copyPages(one, one.getPageIndices())) all.addPage(page)
  }
  return Buffer.from(await all.save({ useObjectStreams: false }))
}
