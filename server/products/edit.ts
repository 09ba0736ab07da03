/** What an admin does to products, each with its line in the record. */
import { COFFEE_BEANS, type Product, type ProductEdit } from '#shared/api/products.ts'
import type { Change } from '#shared/api/record.ts'
import { formatCents, toCents } from '#shared/pricing.ts'
import { isoNow, newId } from '../time/clock.ts'
import type { ProductRow, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { conflict, notFound, requireSameId } from '../errors.ts'
import { differences, writeRecord } from '../record/record.ts'
import type { Shop } from '../shop.ts'
import { namePictures } from '../upload/pictures.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { findRated, searchText, toProduct } from './catalogue.ts'

/** A draft that the shop hides until its first save. */
export async function createProduct(shop: Shop, admin: SignedIn): Promise<Product> {
  return keepDraft(shop, admin, 'Created', {
    name: 'Sample name',
    price_cents: 0,
    image: '',
    second_image: '',
    brand: 'Sample brand',
    category: 'Sample category',
    description: 'Sample description',
    origin: 'Sample origin',
    cupping_note: 'Sample cupping note',
    roasting_level: 0,
    size_grams: null,
  })
}

/** A draft that is like another product. Bags cannot be copied, and neither can what was said of them. */
export async function duplicateProduct(shop: Shop, admin: SignedIn, id: string): Promise<Product> {
  const { name, price_cents, image, second_image, brand, category, description, ...row } = await findRated(
    shop.db,
    id,
  )
  const { origin, cupping_note, roasting_level, size_grams } = row
  return keepDraft(shop, admin, `Created as a copy of ${name}`, {
    name: `Copy of ${name}`.slice(0, 120),
    price_cents,
    image,
    second_image,
    brand,
    category,
    description,
    origin,
    cupping_note,
    roasting_level,
    size_grams,
  })
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
  shop.changed({ tag: 'Product', id, gone: edit.isDraft === true })
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

/** What the record and the import call the columns: the names of the form's fields. */
export const FIELD_NAMES = {
  name: 'Name',
  price_cents: 'Price',
  image: 'First Image',
  second_image: 'Second Image',
  brand: 'Brand',
  count_in_stock: 'Count in stock',
  category: 'Category',
  description: 'Description',
  origin: 'Origin',
  cupping_note: 'Cupping Note',
  roasting_level: 'Roasting Level',
  size_grams: 'Size',
  is_draft: 'In the shop',
} as const satisfies Partial<Record<keyof ProductRow, string>>

/** What differs between two states of a product, in the words of its form. */
export function changesOf(before: ProductRow, after: ProductRow): Change[] {
  return differences(inWords(before), inWords(after), FIELD_NAMES)
}

function inWords(row: ProductRow) {
  return {
    ...row,
    price_cents: formatCents(row.price_cents),
    size_grams: row.size_grams === null ? '' : `${row.size_grams} g`,
    is_draft: row.is_draft === 1 ? 'Hidden' : 'On sale',
  }
}

type DraftColumns = Pick<ProductRow, keyof Omit<typeof FIELD_NAMES, 'count_in_stock' | 'is_draft'>>

async function keepDraft(shop: Shop, admin: SignedIn, action: string, columns: DraftColumns) {
  const now = isoNow(shop.clock)
  const row: ProductRow = {
    ...columns,
    id: newId(shop.clock),
    user_id: admin._id,
    count_in_stock: 0,
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
  const changes = changesOf(before, after)
  if (changes.length === 0) return
  const action = before.is_draft > after.is_draft ? 'Put on sale' : 'Changed'
  await writeRecord(tx, shop, admin, { subject: 'product', id: after.id, name: after.name, action, changes })
}

async function whyNotSaved(shop: Shop, id: string): Promise<Error> {
  const product = toProduct(shop, await findRated(shop.db, id))
  return conflict('This product has changed since you opened it: it was sold or saved meanwhile', { product })
}

/** What a form comes to in the row: only coffee beans have a size. */
export function columnsOf(edit: ProductEdit) {
  const { name, brand, category, description, origin, image, cuppingNote } = edit
  const columns = {
    name,
    brand,
    category,
    description,
    origin,
    image,
    second_image: edit.secondImage,
    cupping_note: cuppingNote,
    price_cents: toCents(edit.price),
    roasting_level: edit.roastingLevel,
    size_grams: category === COFFEE_BEANS ? edit.size : null,
    count_in_stock: edit.countInStock,
    is_draft: edit.isDraft ? (1 as const) : (0 as const),
  }
  return { ...columns, search_text: searchText(columns) }
}
