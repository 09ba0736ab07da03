/** What a change of a product's form would do in a bulk change, and how it is taken back. */
import type { ProductChange, SizeEdit } from '#shared/catalog/api/product-edit.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import type { EditOf } from '#shared/platform/resources/described.ts'
import type { productFields } from '#shared/catalog/resources/product.ts'
import type { SizeRow } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Plan } from '#server/platform/bulk/bulk-list.ts'
import type { Shop } from '#server/platform/shop.ts'
import { productRows } from '../catalogue.ts'
import { planSave } from '../save.ts'
import { sizeRows } from '../sizes.ts'
import type { ProductOfBulk } from './product-rows.ts'

/** The old values of what a bulk change has changed. The stock is kept as moves, because sales go on. */
export type Kept = {
  fields: Partial<EditOf<typeof productFields>>
  sizes: Record<string, Partial<SizeEdit>>
  moves: Record<string, number>
}

/** The plan of a change, or of a reason why there is none. */
export function planOf(shop: Pick<Shop, 'clock'>, row: ProductOfBulk, change: ProductChange | string): Plan {
  if (typeof change === 'string') return { refused: change }
  try {
    const plan = planSave(shop, row.product, row.sizes, change)
    const size = largestPriceChange(row.sizes, plan.sizes)
    return { changes: plan.changes, kept: keptOf(row, plan), ...(size ? { size } : {}) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message }
    throw error
  }
}

/** The change that takes a bulk change back. The stock moves by as much as it was moved, whatever was sold since. */
export function restoredBy({ sizes }: ProductOfBulk, kept: Kept): ProductChange | string {
  const short = sizes.find(({ id, count_in_stock: count }) => count < (kept.moves[id] ?? 0))
  if (short) return `Only ${short.count_in_stock} of what was counted are left in stock`
  const isOfSizes = Object.keys(kept.sizes).length + Object.keys(kept.moves).length > 0
  if (!isOfSizes) return kept.fields
  const restored = sizes.map(({ id, count_in_stock: count }) => {
    return { id, ...kept.sizes[id], countInStock: count - (kept.moves[id] ?? 0) }
  })
  return { ...kept.fields, sizes: restored }
}

function keptOf({ product, sizes }: ProductOfBulk, plan: ReturnType<typeof planSave>): Kept {
  const fields = changed(productRows.editOf(product), productRows.editOf(plan.after))
  const kept: Kept = { fields, sizes: {}, moves: {} }
  for (const row of plan.sizes) {
    const before = sizes.find(({ id }) => id === row.id)
    if (!before) continue
    const { countInStock, ...others } = changed(sizeRows.editOf(before), sizeRows.editOf(row))
    if (Object.keys(others).length > 0) kept.sizes[row.id] = others
    if (countInStock !== undefined) kept.moves[row.id] = row.count_in_stock - countInStock
  }
  return kept
}

/** The old values that differ from the new ones. */
function changed<T extends object>(before: T, after: T): Partial<T> {
  const entries = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof T]),
  )
  return Object.fromEntries(entries) as Partial<T>
}

function largestPriceChange(before: readonly SizeRow[], after: readonly SizeRow[]) {
  const all = after.flatMap((row) => {
    const old = before.find(({ id }) => id === row.id)
    const amount = old ? row.price_cents - old.price_cents : 0
    return old && amount !== 0 ? { amount, old } : []
  })
  const largest = all.toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount))[0]
  if (!largest) return null
  const { amount, old } = largest
  const sign = amount > 0 ? '+' : ''
  const share = old.price_cents > 0 ? ` (${sign}${Math.round((amount / old.price_cents) * 1000) / 10}%)` : ''
  const label = before.length > 1 ? `${labelOf(old)} ` : ''
  return { amount, text: `${label}${sign}${formatCents(amount)}${share}` }
}
