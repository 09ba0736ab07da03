/** Finds the sizes that a file of prices names, by SKU, or by product and size. */
import { GRAMS_PER_POUND } from '#shared/kernel/pricing.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { readWeight } from '#shared/kernel/weights.ts'
import { nameKey } from '#shared/wholesale/name-key.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { sizesForAccounts } from '#server/wholesale/prices/sizes.ts'
import type { Key } from './columns.ts'

export type SoldSize = { id: string; title: string; pack: number | null }
type Typed = { sku: string; product: string; size: string }

/** The size that is meant, or why none can be named. */
export type SizeFinder = (typed: Typed) => SoldSize | { key: Key; problem: string }

export async function sizeFinder(db: Db): Promise<SizeFinder> {
  const rows = await sizesForAccounts(db)
    .select(['product_sizes.id', 'product_sizes.product_id', 'name', 'label', 'grams', 'sku', 'pack'])
    .orderBy('products.id')
    .orderBy('position')
    .execute()
  const sizes = rows.map((row) => ({ ...row, size: labelOf(row), title: titleOf(row) }))
  const bySku = Map.groupBy(
    sizes.filter(({ sku }) => sku !== ''),
    ({ sku }) => sku.toLowerCase(),
  )
  const byProduct = Map.groupBy(sizes, ({ name }) => nameKey(name))
  return (typed) => {
    const { sku, product } = typed
    if (sku !== '') return ofSku(bySku.get(sku.toLowerCase()) ?? [], typed)
    const named = byProduct.get(nameKey(product)) ?? []
    if (product === '') return { key: 'product', problem: 'The product or its SKU is missing' }
    if (named.length === 0) return { key: 'product', problem: 'No product that is sold has this name' }
    if (new Set(named.map(({ product_id }) => product_id)).size > 1)
      return { key: 'product', problem: 'Several products have this name. Write the SKU' }
    return ofProduct(named, typed)
  }
}

type Size = SoldSize & { product_id: string; name: string; size: string; grams: number | null }

function titleOf(row: { name: string; label: string; grams: number | null }): string {
  return [row.name, labelOf(row)].filter(Boolean).join(', ')
}

function ofSku(found: readonly Size[], { product }: Typed): ReturnType<SizeFinder> {
  const [first] = found
  if (!first) return { key: 'sku', problem: 'No product that is sold has this SKU' }
  if (found.length > 1) return { key: 'sku', problem: 'Several sizes have this SKU. Write product and size' }
  if (product !== '' && nameKey(product) !== nameKey(first.name))
    return { key: 'sku', problem: `This is the SKU of ${first.title}` }
  return first
}

function ofProduct(sizes: readonly Size[], { size }: Typed): ReturnType<SizeFinder> {
  if (size === '' && sizes.length === 1) return sizes[0]!
  const labeled = sizes.filter((each) => nameKey(each.size) === nameKey(size))
  const found = labeled.length > 0 ? labeled : sizes.filter(({ grams }) => isWeight(size, grams))
  if (size !== '' && found.length === 1) return found[0]!
  const names = sizes.map((each) => each.size || 'one without a name').join(', ')
  return {
    key: 'size',
    problem: `${size === '' ? 'The size is missing' : 'There is no such size'}. The sizes are ${names}`,
  }
}

/** Whether a text is about the weight of a size: '5lbs' and '2268 g' are 5 lb, and 340 g is sold as 12 oz. */
function isWeight(text: string, grams: number | null): boolean {
  if (grams === null || !/\d/.test(text)) return false
  const weight = readWeight(text.replace(/(lbs|pounds?)\.? ?(bag)?$/i, 'lb').replace(/ounces?$/i, 'oz'))
  return Math.abs(weight - grams) <= GRAMS_PER_POUND / 200
}
