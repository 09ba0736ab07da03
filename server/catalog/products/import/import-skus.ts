/** Finds SKUs of a file that another product has, in the catalog or in the file. */
import { sizeFields } from '#shared/catalog/resources/product-size.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Group } from './import-target.ts'
import type { Problem } from './sheet-rows.ts'

/** SKUs per query. The number of parameters of a statement is limited. */
const BATCH = 500

const { label: SKU } = sizeFields.sku

type Planned = { row: number; before: { id: string } | null; edit: { sizes?: { sku: string }[] | undefined } }

/** Leaves out SKUs of another shop's products that another product has, with a remark. */
export async function leaveOutTakenSkus(db: Db, groups: readonly Group[]): Promise<void> {
  const lines = groups.flatMap((group) => group.lines.map((line) => ({ line, group })))
  const foreign = lines.filter(({ line }) => line.isForeign && line.cells.get(SKU))
  const owners = await ownersOf(
    db,
    foreign.map(({ line }) => line.cells.get(SKU)!),
  )
  const inFile = new Map<string, Group>()
  for (const { line, group } of foreign) {
    const sku = line.cells.get(SKU)!
    const owner = owners.get(sku)
    const other = inFile.get(sku) ?? group
    const isTaken = owner !== undefined && owner !== group.target?.id
    if (!isTaken && other === group) {
      inFile.set(sku, group)
      continue
    }
    line.cells.delete(SKU)
    line.notes.push(`Another product has the SKU ${sku}, so it comes in without it`)
  }
}

/** Reports SKUs that another product has. */
export async function reportTakenSkus(
  db: Db,
  planned: readonly Planned[],
  problems: Problem[],
): Promise<void> {
  const wanted = new Map<string, Planned>()
  const report = ({ row }: Planned, sku: string, problem: string) =>
    problems.push({ row, column: SKU, value: sku, problem })
  for (const each of planned) {
    for (const { sku } of each.edit.sizes ?? []) {
      const other = sku === '' ? undefined : wanted.get(sku)
      if (other) report(each, sku, `Row ${other.row} has the same SKU`)
      else if (sku !== '') wanted.set(sku, each)
    }
  }
  for (const [sku, owner] of await ownersOf(db, [...wanted.keys()])) {
    const each = wanted.get(sku)!
    if (each.before?.id !== owner) report(each, sku, 'Another product has this SKU')
  }
}

/** The products that have these SKUs, by SKU. */
async function ownersOf(db: Db, skus: readonly string[]): Promise<Map<string, string>> {
  const owners = new Map<string, string>()
  for (const part of inBatches(skus, BATCH)) {
    const taken = await db
      .selectFrom('product_sizes')
      .select(['sku', 'product_id'])
      .where('sku', 'in', part)
      .where('removed_at', 'is', null)
      .execute()
    for (const { sku, product_id } of taken) owners.set(sku, product_id)
  }
  return owners
}
