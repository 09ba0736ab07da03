/**
 * Creates, changes and deletes works of art. A work is a product with one piece in stock, and is bought, held and
 * refunded like any product.
 */
import { ART_SHOW } from '#shared/kernel/categories.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import type { WorkChange, WorkEdit, WorkWithForm } from '#shared/catalog/api/works.ts'
import { samplesOf } from '#shared/platform/resources/described.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { sizeFields } from '#shared/catalog/resources/product-size.ts'
import type { ProductRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, wrongField } from '#server/kernel/errors.ts'
import { slugFor } from '#server/platform/slugs/slugs.ts'
import { productRows, productSource } from '../products/catalogue.ts'
import { searchColumnsOf } from '../products/search/search-text.ts'
import { moveStock, sizeRows } from '../products/sizes.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { partIn } from '#server/platform/settings/parts.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { referencePictures } from '#server/platform/upload/pictures.ts'
import { findWork, getWorkForm, workRows } from './works.ts'

/** Adds a work with one piece in stock. Throws 400 for an unknown artist, and for missing values. */
export async function createWork(shop: Shop, admin: SignedIn, edit: WorkEdit): Promise<WorkWithForm> {
  requireSellable(edit)
  const id = newId(shop.clock)
  const now = isoNow(shop.clock)
  await transact(shop.db, async (tx) => {
    const { product, size, work } = await columnsOf(tx, shop, { id, slug: '' }, edit)
    await referencePictures(tx, shop, [edit.image])
    const times = { created_at: now, updated_at: now, deleted_at: null }
    const own = { id, user_id: admin._id, version: 1, ...times }
    await tx
      .insertInto('products')
      .values({ ...product, ...searchColumnsOf(product), ...own })
      .execute()
    await tx
      .insertInto('product_sizes')
      .values({ ...size, count_in_stock: 1, id, product_id: id, position: 0, removed_at: null })
      .execute()
    await moveStock(tx, shop, [{ id, qty: 1 }])
    await tx
      .insertInto('works')
      .values({ ...work, product_id: id })
      .execute()
    await record(tx, shop, admin, { id, name: edit.title, action: 'Created' })
  })
  announce(shop, id)
  return getWorkForm(shop, id)
}

/** Changes a work; a missing field stays as it is. Throws 404, 400, and 409 if a sale or another save has changed it since `version`. */
export async function updateWork(
  shop: Shop,
  admin: SignedIn,
  id: string,
  change: WorkChange,
): Promise<WorkWithForm> {
  const isSaved = await transact(shop.db, async (tx) => {
    // The first update locks the product, as every change of stock does.
    const locked = await tx
      .updateTable('products')
      .set((eb) => ({ version: eb('version', '+', 1), updated_at: isoNow(shop.clock) }))
      .where('id', '=', id)
      .where('id', 'in', (eb) => eb.selectFrom('works').select('product_id'))
      .$if(change.version !== undefined, (query) => query.where('version', '=', change.version!))
      .returning('id')
      .executeTakeFirst()
    if (!locked) return false
    const before = await findWork(tx, id)
    const edit = workRows.changed(before, change)
    requireSellable(edit)
    const { product, size, work } = await columnsOf(tx, shop, before, edit)
    if (edit.image !== before.image) await referencePictures(tx, shop, [edit.image])
    const { name, slug, brand, image, description, is_draft } = product
    const shown = { name, slug, brand, image, description, is_draft, ...searchColumnsOf(product) }
    await tx.updateTable('products').set(shown).where('id', '=', id).execute()
    await tx
      .updateTable('product_sizes')
      .set({ price_cents: size.price_cents })
      .where('id', '=', id)
      .execute()
    await tx.updateTable('works').set(work).where('product_id', '=', id).execute()
    const changes = workRows.changesOf(before, await findWork(tx, id))
    if (changes.length > 0) await record(tx, shop, admin, { id, name, action: 'Changed', changes })
    return true
  })
  // Throws 404 if there is no such work.
  const saved = await getWorkForm(shop, id)
  if (!isSaved)
    throw conflict('This work has changed since you opened it: it was sold or saved in the meantime')
  announce(shop, id)
  return saved
}

/**
 * Marks a work as sold elsewhere, or as available again. Throws 404, and 409 if the work is not available, or if an order
 * has it: a refund of that order makes it available.
 */
export async function setAvailable(
  shop: Shop,
  admin: SignedIn,
  id: string,
  available: boolean,
): Promise<WorkWithForm> {
  await transact(shop.db, async (tx) => {
    const { name } = await findWork(tx, id)
    const qty = available ? 1 : -1
    await tx
      .updateTable('products')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    const { ordered } = await tx
      .selectFrom('stock_moves')
      .where('size_id', '=', id)
      .where('order_id', 'is not', null)
      .select((eb) => eb.fn.sum<number | null>('qty').as('ordered'))
      .executeTakeFirstOrThrow()
    if ((ordered ?? 0) !== 0)
      throw conflict('An order has this work. Refund the order there, with the work back in stock')
    const changed = await tx
      .updateTable('product_sizes')
      .set({ count_in_stock: available ? 1 : 0 })
      .where('id', '=', id)
      .where('count_in_stock', '=', available ? 0 : 1)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return
    await moveStock(tx, shop, [{ id, qty }])
    await record(tx, shop, admin, {
      id,
      name,
      action: available ? 'Made available' : 'Marked sold elsewhere',
    })
  })
  announce(shop, id)
  return getWorkForm(shop, id)
}

/** Deletes a work. Throws 404, and 409 if it was ordered: the statement of its artist needs it. */
export async function removeWork(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  await transact(shop.db, async (tx) => {
    const { name } = await findWork(tx, id)
    const now = isoNow(shop.clock)
    await tx.updateTable('products').set({ deleted_at: now }).where('id', '=', id).execute()
    const ordered = await tx
      .selectFrom('order_lines')
      .select('order_id')
      .where('product_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (ordered) throw conflict('This work was ordered. Hide it instead, because the statement needs it')
    await tx.deleteFrom('works').where('product_id', '=', id).execute()
    await tx.updateTable('product_sizes').set({ removed_at: now }).where('id', '=', id).execute()
    await record(tx, shop, admin, { id, name, action: 'Deleted' })
  })
  announce(shop, id)
}

/** The columns of an edit, by table. The product has the name of the artist as its brand. */
async function columnsOf(
  tx: Tx,
  shop: Shop,
  { id, slug: before }: Pick<ProductRow, 'id' | 'slug'>,
  edit: WorkEdit,
) {
  const { name, image, description, price_cents, slug: wanted, ...columns } = workRows.columnsOf(edit)
  const { is_draft: notForSale, ...work } = columns
  const is_draft = (await partIn(tx, 'artForSale')) === 'on' ? notForSale : 1
  const artist = await tx
    .selectFrom('artists')
    .select('name')
    .where('id', '=', edit.artist)
    // Visitors would see the sample name of an artist that was never saved.
    .where('is_draft', '=', 0)
    .executeTakeFirst()
  if (!artist) throw wrongField('artist', 'Choose an artist')
  const blank = productRows.columnsOf({ ...samplesOf(productFields), ...NO_TEXTS })
  const own = { id, name, category: ART_SHOW, brand: artist.name.slice(0, 80), origin: '' }
  const slug = await slugFor(tx, shop.clock, 'products', { ...productSource(own), before, wanted })
  const { id: _id, ...named } = own
  const product = { ...blank, ...named, slug, image, description, is_draft }
  const size = { ...sizeRows.columnsOf(samplesOf(sizeFields)), price_cents }
  return { product, size, work }
}

/** Replaces the sample texts of a new product. */
const NO_TEXTS = { origin: '', cuppingNote: '' }

function requireSellable({ notForSale, price, box, packedGrams }: WorkEdit): void {
  if (!notForSale && price === 0) throw wrongField('price', 'A work for sale needs a price')
  if (box !== '' && !packedGrams) throw wrongField('packedGrams', 'Enter the weight, or choose no box')
}

function announce(shop: Shop, id: string): void {
  shop.changed({ tag: 'Product', id })
  shop.changed({ tag: 'Artshow', id })
}

type Action = { id: string; name: string; action: string; changes?: Change[] }

function record(tx: Tx, shop: Shop, admin: SignedIn, action: Action): Promise<void> {
  return logChange(tx, shop, admin, { subject: 'work', ...action })
}
