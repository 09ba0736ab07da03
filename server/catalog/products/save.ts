/** Saves a change of a product and its sizes in an open transaction. */
import type { ProductChange, ProductEdit } from '#shared/catalog/api/product-edit.ts'
import { isForAccounts } from '#shared/catalog/for-accounts.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { samplesOf, type EditOf } from '#shared/platform/resources/described.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { ProductRow, SizeRow, Tx } from '#server/kernel/db/schema.ts'
import { partIn } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { referencePictures } from '#server/platform/upload/pictures.ts'
import { slugFor } from '#server/platform/slugs/slugs.ts'
import { productRows, productSource } from './catalogue.ts'
import { searchColumnsOf } from './search/search-text.ts'
import { changesOfSizes, readSizes, saveSizes } from './sizes.ts'
import { sizesAfter, withoutStaleCounts } from './sizes-after.ts'
import { requireNoneOfSizes, requirePlan } from './subscribers.ts'

type Fields = EditOf<typeof productFields>

/**
 * Locks a product until the end of the transaction, with a new version. Every change of stock does that first, so counts that
 * are read next are current. Undefined if it does not exist, or has another version than the given one.
 */
export function lockProduct(
  tx: Tx,
  shop: Shop,
  id: string,
  version: number | undefined,
): Promise<ProductRow | undefined> {
  return tx
    .updateTable('products')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: isoNow(shop.clock) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .returningAll()
    .executeTakeFirst()
}

/** What a change of a product makes of its fields and its sizes. Throws 400 for sizes that do not fit together. */
export function planSave(
  shop: Pick<Shop, 'clock'>,
  before: ProductRow,
  oldSizes: readonly SizeRow[],
  change: ProductChange,
): { fields: Fields; after: ProductRow; sizes: SizeRow[]; changes: Change[] } {
  const fields = productRows.changed(before, change)
  const of = { productId: before.id, before: oldSizes, wasToOrder: before.is_roasted_to_order === 1 }
  const sizes = sizesAfter(shop, of, { ...change, ...fields })
  const after = afterOf(before, fields)
  return { fields, after, sizes, changes: changesOf({ before, after }, oldSizes, sizes) }
}

/**
 * Saves a change of a product that the transaction has locked, without a line in the change log. Throws 400 for sizes that do
 * not fit together, and 409 as `requirePlan` and `requireNoneOfSizes` do.
 * @param before the product as `lockProduct` has returned it
 * @param wanted the change. Without a roastery, a coffee is not roasted to order
 */
export async function saveIn(
  tx: Tx,
  shop: Shop,
  before: ProductRow,
  wanted: ProductChange,
): Promise<{ after: ProductRow; changes: Change[]; fields: Fields }> {
  const { id } = before
  const change = (await partIn(tx, 'roastery')) === 'on' ? wanted : { ...wanted, isRoastedToOrder: false }
  const oldSizes = (await readSizes(tx, [id])).get(id)!
  const plan = planSave(shop, before, oldSizes, change)
  const fields = { ...plan.fields, slug: await slugOf(tx, shop, before, plan.fields) }
  const after = afterOf(before, fields)
  const sizes = change.version === undefined ? await withoutStaleCounts(tx, oldSizes, plan.sizes) : plan.sizes
  const had = new Set([before.image, before.second_image])
  const added = [after.image, after.second_image].filter((path) => !had.has(path))
  await referencePictures(tx, shop, added)
  await tx.updateTable('products').set(columnsOf(fields)).where('id', '=', id).execute()
  const goesOffSale = before.is_draft === 0 && after.is_draft === 1
  if (goesOffSale) await requirePlan(tx, shop, id, change.subscribers)
  else await requireNoneOfSizes(tx, removedOf(oldSizes, sizes), change.subscribers)
  await saveSizes(tx, shop, oldSizes, sizes)
  return { after, changes: changesOf({ before, after }, oldSizes, sizes), fields }
}

function afterOf(before: ProductRow, fields: Fields): ProductRow {
  return { ...before, ...columnsOf(fields) }
}

function changesOf(
  { before, after }: { before: ProductRow; after: ProductRow },
  oldSizes: readonly SizeRow[],
  sizes: readonly SizeRow[],
): Change[] {
  // The first address follows from the name, so it is no change of its own.
  const named = { ...before, slug: before.slug || after.slug }
  return [...productRows.changesOf(named, after), ...changesOfSizes(oldSizes, sizes)]
}

/** The address after a save; empty for a draft that still has its sample name. Throws 400 if another product has it. */
async function slugOf(tx: Tx, shop: Shop, before: ProductRow, edit: Fields): Promise<string> {
  const { slug: wanted, isDraft } = edit
  if (wanted === '' && isDraft && edit.name === samplesOf(productFields).name) return ''
  const source = productSource({ ...edit, id: before.id })
  return slugFor(tx, shop.clock, 'products', { ...source, before: before.slug, wanted })
}

/** The ids of the sizes that an edit leaves out, or takes from visitors. */
function removedOf(before: readonly SizeRow[], after: readonly SizeRow[]): string[] {
  const kept = new Set(after.filter((row) => !row.for_accounts).map((row) => row.id))
  return before.flatMap((row) => (row.for_accounts || kept.has(row.id) ? [] : row.id))
}

/** The database columns that an edit sets. What is for accounts only is hidden in the shop, as a draft is. */
export function columnsOf(edit: Pick<ProductEdit, keyof typeof productFields>) {
  const own = isForAccounts(edit) ? { ...edit, forAccounts: true, isDraft: true } : edit
  const columns = productRows.columnsOf(own)
  return { ...columns, ...searchColumnsOf(columns) }
}
