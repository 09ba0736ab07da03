/** Labels as files: fetched of Shippo once, kept in the store, printed as often as one likes; for admins alone. */
import type { LabelRow } from '../db/schema.ts'
import { Refusal, conflict } from '../errors.ts'
import { findOrder } from '../orders/orders.ts'
import type { Label } from '../providers/labels.ts'
import { ShippingUnavailable } from '../providers/providers.ts'
import type { Download } from '../http/serve.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { labelFileName, labelsOf } from './label-rows.ts'

/** The label of one order. Throws 409 where none was bought. */
export async function labelFile(shop: Shop, admin: SignedIn, orderId: string): Promise<Download> {
  return {
    name: `label-${orderId}.pdf`,
    content: await readFile(shop, await printable(shop, admin, orderId)),
  }
}

/** The labels of several orders in one file, in this order. Throws 409 for the first that has none. */
export async function labelFiles(shop: Shop, admin: SignedIn, orderIds: string[]): Promise<Download> {
  const rows: LabelRow[] = []
  for (const id of new Set(orderIds)) rows.push(await printable(shop, admin, id))
  const files: Buffer[] = []
  for (const row of rows) files.push(await readFile(shop, row))
  return { name: 'labels.pdf', content: files.length === 1 ? files[0]! : await joined(files) }
}

/**
 * Puts a label's file into the store, where nothing but these verbs reads it. That it cannot be fetched or kept just
 * now is no reason to say that buying failed: printing fetches it again.
 */
export async function keepFile(shop: Shop, labelId: string, { fileUrl }: Label): Promise<void> {
  try {
    const file = await shop.providers.shipping.fetchLabel(fileUrl)
    await shop.uploads.store.put([[labelFileName(labelId), file]])
  } catch (error) {
    shop.log.warn({ err: error, label: labelId }, 'a label was bought, and is not kept yet')
  }
}

/** One that USPS would not take back can be used after all. */
async function printable(shop: Shop, admin: SignedIn, orderId: string): Promise<LabelRow> {
  const order = await findOrder(shop, admin, orderId)
  const label = (await labelsOf(shop.db, orderId)).find(
    ({ state }) => state === 'bought' || state === 'refused',
  )
  if (!label) throw conflict(`No label was bought for the order of ${order.buyer_name}`)
  return label
}

/** What is not in the store, as after a restore from a backup, is at Shippo. */
async function readFile(shop: Shop, label: LabelRow): Promise<Buffer> {
  const kept = await shop.uploads.store.get(labelFileName(label.id))
  if (kept) return kept
  try {
    const known = await shop.providers.shipping.getLabel(label.transaction_id!)
    if (!known?.fileUrl) throw new ShippingUnavailable('Shippo has no file of this label')
    const file = await shop.providers.shipping.fetchLabel(known.fileUrl)
    await shop.uploads.store.put([[labelFileName(label.id), file]])
    return file
  } catch (error) {
    if (error instanceof ShippingUnavailable)
      throw new Refusal(503, 'The label cannot be fetched from Shippo just now. Please try again')
    throw error
  }
}

/** Pages of all files, one after the other. The library is loaded where it is needed: most processes never print. */
async function joined(files: Buffer[]): Promise<Buffer> {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const all = await PDFDocument.create()
  for (const file of files) {
    const one = await PDFDocument.load(file, { updateMetadata: false })
    for (const page of await all.copyPages(one, one.getPageIndices())) all.addPage(page)
  }
  return Buffer.from(await all.save({ useObjectStreams: false }))
}
