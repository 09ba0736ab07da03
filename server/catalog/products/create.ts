/** Adds products: a draft with sample values, a copy of a product, and a coffee from its short form. */
import type { NewCoffee, SizeEdit } from '#shared/catalog/api/product-edit.ts'
import type { Product } from '#shared/catalog/api/products.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { samplesOf } from '#shared/platform/resources/described.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { sizeFields } from '#shared/catalog/resources/product-size.ts'
import type { ProductRow, SizeRow, Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { attemptOf, transactOnce, type Attempt, type RequestKey } from '#server/platform/http/idempotency.ts'
import { partIn } from '#server/platform/settings/parts.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { slugFor } from '#server/platform/slugs/slugs.ts'
import { referencePictures } from '#server/platform/upload/pictures.ts'
import { findRated, productRows, productSource, readProduct } from './catalogue.ts'
import { searchColumnsOf } from './search/search-text.ts'
import { columnsOf } from './save.ts'
import { readSizes, saveSizes, sizeRows } from './sizes.ts'
import { sizesAfter } from './sizes-after.ts'

/** Creates a draft with sample values. The shop hides it until its first save. */
export async function createProduct(shop: Shop, admin: SignedIn): Promise<Product> {
  const columns = productRows.columnsOf(samplesOf(productFields))
  return saveDraft(shop, admin, { action: 'Created', columns, sizes: [samplesOf(sizeFields)] })
}

/**
 * Creates a draft as a copy of a product, without its stock, its SKUs, its address and its reviews. A repeated call with the
 * same idempotency key returns the first copy. Throws 404, and 409 for a work of art: there is only one piece of it.
 */
export async function duplicateProduct(
  shop: Shop,
  admin: SignedIn,
  id: string,
  key: RequestKey | null,
): Promise<Product> {
  const attempt = attemptOf(admin, { route: 'POST /api/products/:id/duplicate', what: 'product' }, key)
  const edit = productRows.editOf(await findRated(shop.db, id))
  const work = await shop.db
    .selectFrom('works')
    .select('product_id')
    .where('product_id', '=', id)
    .executeTakeFirst()
  if (work) throw conflict('A work of art has no copies. Add another one under Works')
  const copied = `Copy of ${edit.name}`.slice(0, 120)
  const name = copied.isWellFormed() ? copied : copied.slice(0, -1)
  const sizes = (await readSizes(shop.db, [id])).get(id)!.map((row) => {
    return { ...sizeRows.editOf(row), countInStock: 0, sku: '' }
  })
  const columns = productRows.columnsOf({ ...edit, name, slug: '', featured: null, shopPlace: null })
  return saveDraft(shop, admin, { action: `Created as a copy of ${edit.name}`, columns, sizes }, attempt)
}

/**
 * Adds a coffee, on sale or hidden. A repeated call with the same idempotency key adds nothing and returns the first one.
 * Throws 400 for sizes that do not fit together, and for an address that another product has.
 * @param link writes what belongs to the coffee, in the same transaction
 */
export async function addCoffee(
  shop: Shop,
  admin: SignedIn,
  edit: NewCoffee,
  key: RequestKey | null,
  link?: (tx: Tx, product: string) => Promise<void>,
): Promise<Product> {
  const attempt = attemptOf(admin, { route: 'POST /api/products/desk/coffees', what: 'coffee' }, key)
  const columns = columnsOf({ ...edit, category: COFFEE_BEANS })
  const { id } = await transactOnce(shop, attempt, async (tx) => {
    const row = newRow(shop, admin, columns)
    // A form shows a draft that was never saved as one to put on sale. This one is hidden on purpose.
    if (row.is_draft) row.version = 2
    const wanted = { ...productSource(row), before: '', wanted: edit.slug }
    const slug = await slugFor(tx, shop.clock, 'products', wanted)
    await insertProduct(tx, shop, { ...row, slug }, edit.sizes)
    await link?.(tx, row.id)
    const action = row.is_draft ? 'Created' : 'Put on sale'
    await logChange(tx, shop, admin, { subject: 'product', id: row.id, name: row.name, action })
    return { id: row.id }
  })
  shop.changed({ tag: 'Product', id, gone: edit.isDraft })
  if (edit.isRoastedToOrder) shop.changed({ tag: 'RoastDays' })
  return readProduct(shop, id)
}

type Columns = ReturnType<typeof productRows.columnsOf>

type Draft = { action: string; columns: Columns; sizes: SizeEdit[] }

async function saveDraft(
  shop: Shop,
  admin: SignedIn,
  { action, columns, sizes }: Draft,
  attempt: Attempt | null = null,
) {
  const row = { ...newRow(shop, admin, columns), is_draft: 1 as const }
  const { id } = await transactOnce(shop, attempt, async (tx) => {
    await insertProduct(tx, shop, row, sizes)
    await logChange(tx, shop, admin, { subject: 'product', id: row.id, name: row.name, action })
    return { id: row.id }
  })
  return readProduct(shop, id)
}

function newRow(shop: Shop, admin: SignedIn, columns: Columns): ProductRow {
  const now = isoNow(shop.clock)
  return {
    ...columns,
    ...searchColumnsOf(columns),
    id: newId(shop.clock),
    user_id: admin._id,
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
}

/** Throws 400 for sizes that do not fit together. */
async function insertProduct(tx: Tx, shop: Shop, wanted: ProductRow, edits: SizeEdit[]): Promise<void> {
  // Without a roastery, a coffee is not roasted to order.
  const isRoastedToOrder = wanted.is_roasted_to_order === 1 && (await partIn(tx, 'roastery')) === 'on'
  const row: ProductRow = { ...wanted, is_roasted_to_order: isRoastedToOrder ? 1 : 0 }
  const first = { price: edits[0]!.price, countInStock: edits[0]!.countInStock }
  const of = { forAccounts: row.for_accounts === 1, companyId: row.company_id }
  const edit = { category: row.category, isRoastedToOrder, ...of, ...first, sizes: edits }
  const sizes: SizeRow[] = sizesAfter(shop, { productId: row.id, before: [] }, edit)
  // A copy references the pictures of the original.
  const uploads = [row.image, row.second_image].filter((path) => shop.pictureOf(path) !== null)
  await referencePictures(tx, shop, uploads)
  await tx.insertInto('products').values(row).execute()
  await saveSizes(tx, shop, [], sizes)
}
