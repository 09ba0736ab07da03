/** Creates, changes and deletes products, and writes each change to the admin record. */
import type { Product, ProductEdit } from '#shared/api/products.ts'
import { samplesOf } from '#shared/resources/described.ts'
import { productFields } from '#shared/resources/product.ts'
import { isoNow, newId } from '../time/clock.ts'
import type { ProductRow, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { conflict, notFound, requireSameId } from '../errors.ts'
import { writeRecord } from '../record/record.ts'
import type { Shop } from '../shop.ts'
import { referencePictures } from '../upload/pictures.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { findRated, productRows, searchText, toProduct } from './catalogue.ts'

/** Creates a draft with sample values. The shop hides it until its first save. */
export async function createProduct(shop: Shop, admin: SignedIn): Promise<Product> {
  return saveDraft(shop, admin, 'Created', productRows.columnsOf(samplesOf(productFields)))
}

/** Creates a draft as a copy of a product, without its stock and its reviews. Throws 404. */
export async function duplicateProduct(shop: Shop, admin: SignedIn, id: string): Promise<Product> {
  const edit = productRows.editOf(await findRated(shop.db, id))
  const name = `Copy of ${edit.name}`.slice(0, 120)
  const columns = productRows.columnsOf({ ...edit, name, countInStock: 0, featured: null })
  return saveDraft(shop, admin, `Created as a copy of ${edit.name}`, columns)
}

/** Saves a product. Throws 409 if `version` is given and a sale or another save has changed the product. Throws 404. */
export async function updateProduct(
  shop: Shop,
  admin: SignedIn,
  id: string,
  edit: ProductEdit,
): Promise<Product> {
  requireSameId(edit.productId, id)
  const isSaved = await transact(shop.db, async (tx) => {
    // The first update locks the row and returns the current count, from which the stock move is calculated.
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
    await referencePictures(tx, shop, added)
    await tx.updateTable('products').set(columnsOf(edit)).where('id', '=', id).execute()
    await moveStock(tx, shop, [{ id, qty: after.count_in_stock - before.count_in_stock }])
    shop.crash('within-product-save')
    await recordSave(tx, shop, admin, before, after)
    return true
  })
  if (!isSaved) throw await saveRefusal(shop, id)
  shop.changed({ tag: 'Product', id, gone: edit.isDraft })
  return toProduct(shop, await findRated(shop.db, id))
}

/** Deletes a product. Orders that contain it are not changed. Throws 404. */
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

/** Records manual changes of stock counts, so that each count equals the sum of its stock moves. */
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

async function saveDraft(shop: Shop, admin: SignedIn, action: string, columns: Columns) {
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
  // A copy references the pictures of the original.
  const uploads = [row.image, row.second_image].filter((path) => shop.pictureOf(path) !== null)
  await transact(shop.db, async (tx) => {
    await referencePictures(tx, shop, uploads)
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

async function saveRefusal(shop: Shop, id: string): Promise<Error> {
  const product = toProduct(shop, await findRated(shop.db, id))
  return conflict('This product has changed since you opened it: it was sold or saved in the meantime', {
    product,
  })
}

/** The database columns that an edit sets. */
export function columnsOf(edit: ProductEdit) {
  const columns = productRows.columnsOf(edit)
  return { ...columns, search_text: searchText(columns) }
}
