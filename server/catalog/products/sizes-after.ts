/** The sizes of a product after an edit. */
import {
  sizeEdit,
  type ProductChange,
  type ProductEdit,
  type SizeEdit,
} from '#shared/catalog/api/product-edit.ts'
import { isForAccounts } from '#shared/catalog/for-accounts.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { availableCount, labelOf, problemsOfSizes, weightLabel } from '#shared/kernel/sizes.ts'
import { newId } from '#server/kernel/time/clock.ts'
import type { SizeRow, Tx } from '#server/kernel/db/schema.ts'
import { refusalOf } from '#server/platform/http/input.ts'
import type { Shop } from '#server/platform/shop.ts'
import { refused, sizeRows } from './sizes.ts'
import { sql } from 'kysely'

type SizesEdit = Pick<ProductEdit, 'category' | 'isRoastedToOrder' | 'forAccounts' | 'companyId'> &
  Pick<ProductChange, 'price' | 'size' | 'countInStock' | 'sizes' | 'hasEverySize'>

type SizeChange = NonNullable<ProductChange['sizes']>[number]

/** @property wasToOrder whether the API showed the product as a coffee roasted to order */
type Before = { productId: string; before: readonly SizeRow[]; wasToOrder?: boolean }

/**
 * The sizes of a product after an edit, in their order. A missing field of a size stays as it is. The first size of a new
 * product gets the id of the product. Counts of a coffee roasted to order stay as they were. Throws 400 for a size that
 * the product does not have, and for two sizes that are the same.
 */
export function sizesAfter(
  shop: Pick<Shop, 'clock'>,
  { productId, before, wasToOrder = false }: Before,
  edit: SizesEdit,
): SizeRow[] {
  const { category } = edit
  const isToOrder = edit.isRoastedToOrder && category === COFFEE_BEANS
  const after = listSizes(before, edit, wasToOrder).map((each, position) => {
    const own = before.find(({ id }) => id === each.id)
    const columns = sizeRows.columnsOf({ ...each, category } as SizeEdit)
    // A client that sends back what it read has the label that followed from the weight at that time.
    const isDerived =
      (columns.grams !== null && columns.label === weightLabel(columns.grams)) ||
      (own?.label === '' && columns.label === labelOf(own))
    const id = own?.id ?? (before.length === 0 && position === 0 ? productId : newId(shop.clock))
    return {
      ...columns,
      count_in_stock: isToOrder ? (own?.count_in_stock ?? 0) : columns.count_in_stock,
      label: isDerived ? '' : columns.label,
      id,
      product_id: productId,
      position,
      removed_at: null,
    }
  })
  const listed = after.map((row) => ({ ...row, forAccounts: row.for_accounts === 1 }))
  const problems = problemsOfSizes(listed, category, isForAccounts(edit))
  if (problems.length > 0)
    throw refusalOf(problems.map(({ index, field, message }) => ({ path: ['sizes', index, field], message })))
  return after
}

/** The sizes that an edit names, with all their fields. Throws 400 for an unknown or incomplete size. */
function listSizes(before: readonly SizeRow[], edit: SizesEdit, wasToOrder: boolean): SizeEdit[] {
  const named = { price: edit.price, grams: edit.size, countInStock: edit.countInStock }
  const [saved, ...others] = before
  if (!edit.sizes && saved)
    return [
      { id: saved.id, ...sizeRows.changed(saved, named) },
      ...others.map((row) => ({ id: row.id, ...sizeRows.editOf(row) })),
    ]
  const [first, ...rest] = (edit.sizes ?? [named]).map((each, index) => wholeSize(before, each, index))
  const shown = saved && sizeRows.editOf(saved)
  if (shown) shown.countInStock = availableCount(shown.countInStock, wasToOrder)
  const sizes = [{ ...first!, ...mergeFirst(shown, first!, named) }, ...rest]
  return edit.hasEverySize ? sizes : [...sizes, ...unseen(before, sizes)]
}

/** The saved sizes for accounts that an edit does not name: a client that reads public answers does not know them. */
function unseen(before: readonly SizeRow[], sizes: readonly SizeEdit[]): SizeEdit[] {
  const named = new Set(sizes.map(({ id }) => id))
  return before
    .filter((row) => row.for_accounts === 1 && !named.has(row.id))
    .map((row) => ({ id: row.id, ...sizeRows.editOf(row) }))
}

/** A size of an edit with all its fields: those that it names, and the saved ones. A new size has to name its price. */
function wholeSize(before: readonly SizeRow[], change: SizeChange, index: number): SizeEdit {
  const { id } = change
  const saved = before.find((row) => row.id === id)
  if (saved) return { id: saved.id, ...sizeRows.changed(saved, change) }
  if (id !== undefined) throw refused(index, 'id', 'The product no longer has this size')
  const { data, error } = sizeEdit.safeParse(change)
  if (data) return data
  throw refusalOf(error.issues.map((issue) => ({ ...issue, path: ['sizes', index, ...issue.path] })))
}

type FirstFields = Pick<SizeEdit, 'price' | 'grams' | 'countInStock'>

/**
 * A client that sends back what it read, with one of them changed, means the change: `price`, `size` and `countInStock`
 * of the product, or those of its first size. Throws 400 if both were changed to different values.
 */
function mergeFirst(
  saved: FirstFields | undefined,
  first: FirstFields,
  named: Partial<FirstFields>,
): FirstFields {
  const merged = <F extends keyof FirstFields>(field: F): FirstFields[F] => {
    const value = named[field]
    if (value === undefined || value === first[field] || value === saved?.[field]) return first[field]
    if (first[field] === saved?.[field]) return value
    throw refused(0, field, 'price, size and countInStock must be those of the first size')
  }
  return { price: merged('price'), grams: merged('grams'), countInStock: merged('countInStock') }
}

/**
 * The sizes to save, without the counts that would undo sales. A save without a version does not say what the client
 * has read. So a count that the size had since it was last counted by hand is not a change: the client sent back what
 * it read. Any other count is the new one (decisions/034). Lock the row of the product first.
 */
export async function withoutStaleCounts(
  tx: Tx,
  before: readonly SizeRow[],
  after: readonly SizeRow[],
): Promise<SizeRow[]> {
  const counts = new Map(before.map(({ id, count_in_stock: count }) => [id, count]))
  return Promise.all(
    after.map(async (row) => {
      const now = counts.get(row.id)
      if (now === undefined || now === row.count_in_stock) return row
      return (await hadCount(tx, row)) ? { ...row, count_in_stock: now } : row
    }),
  )
}

/** Whether the size has had this count since the last move by hand. */
async function hadCount(tx: Tx, { id, count_in_stock: count }: SizeRow): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (
      select
        sum(qty) over (order by at, id) as count_then,
        sum(case when reason = 'edit' then 1 else 0 end) over (order by at, id) as edits_then,
        sum(case when reason = 'edit' then 1 else 0 end) over () as edits
      from stock_moves where size_id = ${id}
    ) as counts
    where count_then = ${count} and edits_then = edits
    limit 1`.execute(tx)
  return rows.length > 0
}
