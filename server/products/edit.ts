/** What an admin does to products, each with its line in the record. */
import type { Product, ProductEdit } from '#shared/api/products.ts'
import { samplesOf } from '#shared/resources/described.ts'
import { productFields } from '#shared/resources/product.ts'
import { isoNow, newId } from '../time/clock.ts'
import type { ProductRow, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { conflict, notFound, requireSameId } from '../errors.ts'
import { writeRecord } from '../record/record.ts'
import type { Shop } from '../shop.ts'
import { namePictures } from '../upload/pictures.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { findRated, productRows, searchText, toProduct } from './catalogue.ts'

/** A draft that the shop hides until its first save. */
export async function createProduct(shop: Shop, admin: SignedIn): Promise<Product> {
  return keepDraft(shop, admin, 'Created', productRows.columnsOf(samplesOf(productFields)))
}

/** A draft like another product. Its stock and its reviews are not copied. */
export async function duplicateProduct(shop: Shop, admin: SignedIn, id: string): Promise<Product> {
  const edit = productRows.editOf(await findRated(shop.db, id))
  const name = `Copy of ${edit.name}`.slice(0, 120)
  const columns = productRows.columnsOf({ ...edit, name, countInStock: 0 })
  return keepDraft(shop, admin, `Created as a copy of ${edit.name}`, columns)
}

/** Saves a product. With `version`, a form opened before a sale or another save is refused with 409. */
export async function updateProduct(
  shop: Shop,
  admin: SignedIn,
  id: string,
  edit: ProductEdit,
): Promise<Product> {
  requireSameId(edit.productId, id)
  const isSaved = await transact(shop.db, async (tx) => {
    // The first update takes the row's lock and answers the count that the stock move is reckoned from.
    const before = await tx
      .updateTable('products')
      .set((eb) => ({ version: eb('version', '+', 1), updated_at: isoNow(shop.clock) }))
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .$if(edit.version !== undefined, (query) => query.where('version', '=', edit.version!))
      .returningAll()
      .executeTakeFirst()
    if (!before) return false
    const after = { ...before, ...columnsOf(edit) }
    const had = new Set([before.image, before.second_image])
    const added = [after.image, after.second_image].filter((path) => !had.has(path))
    await namePictures(tx, shop, added)
    await tx.updateTable('products').set(columnsOf(edit)).where('id', '=', id).execute()
    await moveStock(tx, shop, [{ id, qty: after.count_in_stock - before.count_in_stock }])
    shop.crash('within-product-save')
    await recordSave(tx, shop, admin, before, after)
    return true
  })
  if (!isSaved) throw await whyNotSaved(shop, id)
  shop.changed({ tag: 'Product', id, gone: edit.isDraft })
  return toProduct(shop, await findRated(shop.db, id))
}

/** Takes a product off sale for good. Orders that hold it keep it. */
export async function removeProduct(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  await transact(shop.db, async (tx) => {
    const removed = await tx
      .updateTable('products')
      .set({ deleted_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw notFound('Product')
    await writeRecord(tx, shop, admin, { subject: 'product', id, name: removed.name, action: 'Deleted' })
  })
  shop.changed({ tag: 'Product', id, gone: true })
}

/** Notes that counts were changed by hand, so that each stays the sum of its moves. */
export async function moveStock(tx: Tx, shop: Shop, all: { id: string; qty: number }[]): Promise<void> {
  const moves = all
    .filter(({ qty }) => qty !== 0)
    .map(({ id, qty }) => ({
      id: newId(shop.clock),
      product_id: id,
      order_id: null,
      qty,
      reason: 'edit' as const,
      at: isoNow(shop.clock),
    }))
  if (moves.length > 0) await tx.insertInto('stock_moves').values(moves).execute()
}

type Columns = ReturnType<typeof productRows.columnsOf>

async function keepDraft(shop: Shop, admin: SignedIn, action: string, columns: Columns) {
  const now = isoNow(shop.clock)
  const row: ProductRow = {
    ...columns,
    id: newId(shop.clock),
    user_id: admin._id,
    is_draft: 1,
    search_text: searchText(columns),
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  // A copy's pictures are shown by two products from now on.
  const uploads = [row.image, row.second_image].filter((path) => shop.pictureOf(path) !== null)
  await transact(shop.db, async (tx) => {
    await namePictures(tx, shop, uploads)
    await tx.insertInto('products').values(row).execute()
    await writeRecord(tx, shop, admin, { subject: 'product', id: row.id, name: row.name, action })
  })
  return toProduct(shop, { ...row, rating_sum: 0, num_reviews: 0 })
}

async function recordSave(tx: Tx, shop: Shop, admin: SignedIn, before: ProductRow, after: ProductRow) {
  const changes = productRows.changesOf(before, after)
  if (changes.length === 0) return
  const action = before.is_draft > after.is_draft ? 'Put on sale' : 'Changed'
  await writeRecord(tx, shop, admin, { subject: 'product', id: after.id, name: after.name, action, changes })
}

async function whyNotSaved(shop: Shop, id: string): Promise<Error> {
  const product = toProduct(shop, await findRated(shop.db, id))
  return conflict('This product has changed since you opened it: it was sold or saved meanwhile', { product })
}

/** The columns that an edit sets. */
export function columnsOf(edit: ProductEdit) {
  const columns = productRows.columnsOf(edit)
  return { ...columns, search_text: searchText(columns) }
}
