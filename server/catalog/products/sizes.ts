/** The sizes of products: reads them, and saves them with their stock moves. */
import type { ProductSize } from '#shared/catalog/api/products.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { availableCount, labelOf } from '#shared/kernel/sizes.ts'
import { sizeFields } from '#shared/catalog/resources/product-size.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Db, SizeRow, Tx } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { describedRows } from '#server/platform/resources/rows.ts'
import type { Shop } from '#server/platform/shop.ts'
import { stockMoved } from '#server/platform/webhooks/events.ts'

type Unedited = 'id' | 'product_id' | 'position' | 'removed_at'

/** Converts between rows of sizes and the fields of the form. */
export const sizeRows = describedRows<Omit<SizeRow, Unedited>>()(sizeFields)

export type SeenBy = 'visitors' | 'staff'

/** A size, with the version that its product had when the size was read. */
export type ReadSize = SizeRow & { product_version: number }

/**
 * The sizes that these products are sold in, by the id of the product, in the order of the list.
 * @param seenBy visitors see no sizes that are for accounts only
 */
export async function readSizes(
  db: Db,
  productIds: readonly string[],
  seenBy: SeenBy = 'staff',
): Promise<Map<string, ReadSize[]>> {
  const sizes = new Map<string, ReadSize[]>(productIds.map((id) => [id, []]))
  if (productIds.length === 0) return sizes
  const rows = await db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .selectAll('product_sizes')
    .select('products.version as product_version')
    .where('product_id', 'in', productIds)
    .where('removed_at', 'is', null)
    .$if(seenBy === 'visitors', (query) => query.where('product_sizes.for_accounts', '=', 0))
    .orderBy('position')
    .orderBy('product_sizes.id')
    .execute()
  for (const row of rows) sizes.get(row.product_id)!.push(row)
  return sizes
}

/** Converts a row to the size of the API, with the label that visitors see and the pieces that can be sold. */
export function toSize(row: SizeRow, isRoastedToOrder: boolean): ProductSize {
  const edit = sizeRows.editOf(row)
  const countInStock = availableCount(edit.countInStock, isRoastedToOrder)
  return { id: row.id, ...edit, countInStock, label: labelOf(row) }
}

/**
 * The label of a size, if its product has or had several. Empty otherwise, because then the name of the product is
 * enough.
 */
export async function labelAmongSizes(
  db: Db,
  { product, size }: { product: string; size: string },
): Promise<string> {
  const rows = await db
    .selectFrom('product_sizes')
    .select(['id', 'label', 'grams'])
    .where('product_id', '=', product)
    .execute()
  const row = rows.find(({ id }) => id === size)
  return row && rows.length > 1 ? labelOf(row) : ''
}

/**
 * Saves the sizes of some products and their stock moves. Lock the rows of the products first. Throws 400 for a taken
 * SKU.
 */
export async function saveSizes(
  tx: Tx,
  shop: Shop,
  before: readonly SizeRow[],
  after: readonly SizeRow[],
): Promise<void> {
  await requireOneOfAKind(tx, before, after)
  const kept = new Set(after.map(({ id }) => id))
  const removed = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  if (removed.length > 0)
    await tx
      .updateTable('product_sizes')
      .set({ removed_at: isoNow(shop.clock) })
      .where('id', 'in', removed)
      .execute()
  const old = new Map(before.map((row) => [row.id, row]))
  const changed = after.filter((row) => old.has(row.id) && !isSame(old.get(row.id)!, row))
  await freeSkus(tx, changed, old)
  await requireFreeSkus(tx, after)
  // Sent together, to save round trips.
  await Promise.all(
    changed.map(({ id, ...columns }) =>
      tx.updateTable('product_sizes').set(columns).where('id', '=', id).execute(),
    ),
  )
  const added = after.filter(({ id }) => !old.has(id))
  if (added.length > 0) await tx.insertInto('product_sizes').values(added).execute()
  const moves = after.map(({ id, count_in_stock }) => ({
    id,
    qty: count_in_stock - (old.get(id)?.count_in_stock ?? 0),
  }))
  await moveStock(tx, shop, moves)
}

/** Records manual changes of the stock of sizes, so that each count equals the sum of its stock moves. */
export async function moveStock(tx: Tx, shop: Shop, all: { id: string; qty: number }[]): Promise<void> {
  const moves = all
    .filter(({ qty }) => qty !== 0)
    .map(({ id, qty }) => ({
      id: newId(shop.clock),
      size_id: id,
      order_id: null,
      qty,
      reason: 'edit' as const,
      at: isoNow(shop.clock),
    }))
  if (moves.length === 0) return
  await tx.insertInto('stock_moves').values(moves).execute()
  await stockMoved(tx, shop, moves)
}

/**
 * The changes of the sizes as text. With one size, they are named like fields of the product, otherwise by the label of
 * the size.
 */
export function changesOfSizes(before: readonly SizeRow[], after: readonly SizeRow[]): Change[] {
  const isOne = before.length <= 1 && after.length === 1
  const changes: Change[] = []
  for (const row of before)
    if (!after.some(({ id }) => id === row.id))
      changes.push({ field: 'Size', before: textOf(row), after: '' })
  for (const row of after) {
    const old = before.find(({ id }) => id === row.id)
    if (!old && before.length > 0) changes.push({ field: 'Size', before: '', after: textOf(row) })
    const own = old || before.length === 0 ? sizeRows.changesOf(old ?? BLANK, row) : []
    const name = labelOf(old ?? row)
    changes.push(
      ...own.map((each) => (isOne || name === '' ? each : { ...each, field: `${name}: ${each.field}` })),
    )
  }
  const [was, is] = [those(before, after), those(after, before)]
  if (was.some(({ id }, index) => id !== is[index]!.id))
    changes.push({ field: 'Order of sizes', before: labelsOf(was), after: labelsOf(is) })
  return changes
}

/** The refusal of a field of a size. */
export function refused(index: number, field: string, message: string): Refusal {
  return new Refusal(400, message, { fields: { [`sizes.${index}.${field}`]: message } })
}

/** The rows that are also in `others`. */
function those(rows: readonly SizeRow[], others: readonly SizeRow[]): SizeRow[] {
  return rows.filter(({ id }) => others.some((each) => each.id === id))
}

const BLANK = {
  label: '',
  grams: null,
  shipping_grams: null,
  price_cents: 0,
  count_in_stock: 0,
  for_accounts: 0 as const,
  pack: null,
  sku: '',
}

function textOf(row: SizeRow): string {
  return [labelOf(row), formatCents(row.price_cents), `${row.count_in_stock} in stock`]
    .filter(Boolean)
    .join(', ')
}

function labelsOf(rows: readonly SizeRow[]): string {
  return rows.map(labelOf).join(', ')
}

function isSame(one: SizeRow, other: SizeRow): boolean {
  return Object.entries(one).every(([column, value]) => other[column as keyof SizeRow] === value)
}

/** Clears the SKUs that change, so that two sizes can exchange theirs. */
async function freeSkus(tx: Tx, changed: readonly SizeRow[], old: Map<string, SizeRow>): Promise<void> {
  const ids = changed.filter(({ id, sku }) => old.get(id)!.sku !== sku).map(({ id }) => id)
  if (ids.length > 0) await tx.updateTable('product_sizes').set({ sku: '' }).where('id', 'in', ids).execute()
}

/** A work of art has one size, and only its own form makes it available again. Throws 400. */
async function requireOneOfAKind(
  tx: Tx,
  before: readonly SizeRow[],
  after: readonly SizeRow[],
): Promise<void> {
  const counts = new Map(before.map(({ id, count_in_stock: count }) => [id, count]))
  const raised = after.filter(({ id, count_in_stock: count }) => count > (counts.get(id) ?? 0))
  if (raised.length === 0) return
  const work = await tx
    .selectFrom('works')
    .select('product_id')
    .where(
      'product_id',
      'in',
      raised.map(({ product_id: id }) => id),
    )
    .executeTakeFirst()
  if (!work) return
  const index = after.findIndex(({ product_id: id }) => id === work.product_id)
  throw refused(
    index,
    'countInStock',
    'There is only one piece of a work of art. Make it available on its page under Works',
  )
}

async function requireFreeSkus(tx: Tx, sizes: readonly SizeRow[]): Promise<void> {
  const skus = sizes.map(({ sku }) => sku).filter(Boolean)
  if (skus.length === 0) return
  const taken = await tx
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .select(['sku', 'products.name'])
    .where('sku', 'in', skus)
    .where('removed_at', 'is', null)
    .where(
      'product_sizes.id',
      'not in',
      sizes.map(({ id }) => id),
    )
    .executeTakeFirst()
  if (!taken) return
  const index = sizes.findIndex(({ sku }) => sku === taken.sku)
  throw refused(index, 'sku', `${taken.name} has the SKU ${taken.sku} already`)
}
