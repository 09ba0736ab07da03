/** Changes and deletes products, and writes each change to the change log. create.ts adds them. */
import type { ProductChange } from '#shared/catalog/api/product-edit.ts'
import type { Product } from '#shared/catalog/api/products.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { samplesOf, type EditOf } from '#shared/platform/resources/described.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { ProductRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound, requireSameId } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { productRows, readProduct } from './catalogue.ts'
import { lockProduct, saveIn } from './save.ts'
import { requirePlan, type ForSubscribers } from './subscribers.ts'

/**
 * Changes a product and its sizes. A missing field stays as it is; only the first save of a draft puts it on sale, unless
 * it says otherwise. Throws 409 if `version` is given and a sale or another save has changed the product.
 * Throws 404, 400 for sizes that do not fit together, and 409 as `requirePlan` and `requireNoneOfSizes` do.
 */
export async function updateProduct(
  shop: Shop,
  admin: SignedIn,
  id: string,
  change: ProductChange,
): Promise<Product> {
  requireSameId(change.productId, id)
  const saved = await transact(shop.db, async (tx) => {
    const before = await lockProduct(tx, shop, id, change.version)
    if (!before) return null
    const { after, changes, fields } = await saveIn(tx, shop, before, {
      ...firstSave(before, change),
      ...change,
    })
    shop.crash('within-product-save')
    await recordSave(tx, shop, admin, { before, after, changes })
    return { ...fields, isDraft: after.is_draft === 1 }
  })
  if (!saved) throw await saveRefusal(shop, id)
  shop.changed({ tag: 'Product', id, gone: saved.isDraft })
  // The dates depend on the smallest bag of these coffees.
  if (saved.isRoastedToOrder) shop.changed({ tag: 'RoastDays' })
  return readProduct(shop, id)
}

/** Deletes a product. Orders that contain it are not changed. Throws 404, and 409 as `requirePlan` does. */
export async function removeProduct(
  shop: Shop,
  admin: SignedIn,
  id: string,
  subscribers?: ForSubscribers,
): Promise<void> {
  await transact(shop.db, async (tx) => {
    const removed = await tx
      .updateTable('products')
      .set({ deleted_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw notFound('Product')
    await requirePlan(tx, shop, id, subscribers)
    // Another product can have the SKUs now.
    const removed_at = isoNow(shop.clock)
    await tx
      .updateTable('product_sizes')
      .set({ removed_at })
      .where('product_id', '=', id)
      .where('removed_at', 'is', null)
      .execute()
    await logChange(tx, shop, admin, { subject: 'product', id, name: removed.name, action: 'Deleted' })
  })
  shop.changed({ tag: 'Product', id, gone: true })
}

/**
 * What the first save of a draft changes besides the given fields: the product is put on sale, because the body in the
 * specification has no field for that, and sample texts are removed.
 * @param draft the row with the version of this save
 */
function firstSave(draft: ProductRow, change: ProductChange): Partial<EditOf<typeof productFields>> {
  const samples = samplesOf(productFields)
  if (change.name === undefined || !draft.is_draft) return {}
  if (draft.version > 2 && draft.name !== samples.name) return {}
  const edit = productRows.editOf(draft)
  const texts = ['brand', 'description', 'origin', 'cuppingNote'] as const
  const stale = texts.filter((name) => edit[name] === samples[name])
  return { ...Object.fromEntries(stale.map((name) => [name, ''])), isDraft: false }
}

type Save = { before: ProductRow; after: ProductRow; changes: Change[] }

async function recordSave(tx: Tx, shop: Shop, admin: SignedIn, { before, after, changes }: Save) {
  if (changes.length === 0) return
  const action = before.is_draft > after.is_draft ? 'Put on sale' : 'Changed'
  await logChange(tx, shop, admin, { subject: 'product', id: after.id, name: after.name, action, changes })
}

async function saveRefusal(shop: Shop, id: string): Promise<Error> {
  const product = await readProduct(shop, id)
  return conflict('This product has changed since you opened it: it was sold or saved in the meantime', {
    product,
  })
}
