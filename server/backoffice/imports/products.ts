/**
 * Imports products of large files. Reads, checks and changes lines like the import of small files (server/catalog/products).
 */
import type { Change } from '#shared/platform/api/change-log.ts'
import { counted } from '#shared/kernel/counts.ts'
import { badRequest } from '#server/kernel/errors.ts'
import { applyPlan } from '#server/catalog/products/import/import.ts'
import { planLines, type Planned as PlannedProduct } from '#server/catalog/products/import/import-plan.ts'
import { linkOf } from '#server/catalog/products/import/import-target.ts'
import { sheetOf } from '#server/catalog/products/import/sheet-rows.ts'
import type { Line } from '#server/catalog/other-shops/rows.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { listPictures, missingPictures } from './picture-queue.ts'
import type { Batch, Item, Kind, PlanContext, Planned, Problem, ReadFile } from './kind.ts'

/** A line as JSON. */
type StoredLine = Omit<Line, 'cells'> & { cells: [string, string][] }
export type ProductData = { lines: StoredLine[] }

/**
 * What was planned for an item in this process; the plan of the batch is applied in the same transaction. `product` is
 * missing if only pictures are added, and `id` for a new product.
 */
type Saving = { product?: PlannedProduct; id?: string; urls: string[] }
const plans = new WeakMap<Item<ProductData>, Saving>()

export const products: Kind<ProductData> = {
  read: readProducts,
  plan: planProducts,
  apply: applyProducts,
  applied: (shop) => shop.changed({ tag: 'Product' }),
}

async function readProducts(
  rows: string[][],
  pause: () => Promise<void>,
  db: Db,
): Promise<ReadFile<ProductData>> {
  const problems: Problem[] = []
  const items = new Map<string, Item<ProductData>>()
  const { source, categories, lines } = await sheetOf(db, rows, problems)
  for (const line of lines) {
    await pause()
    const key = linkOf(line) ?? (line.id || line.name || `row ${line.row}`)
    const stored = { ...line, cells: [...line.cells] }
    const item = items.get(key)
    if (item) item.data.lines.push(stored)
    else
      items.set(key, { row: line.row, name: line.name, detail: '', data: { lines: [stored] }, problems: [] })
  }
  const ofHeader = problems.find(({ row }) => row === 1)
  if (ofHeader) throw badRequest(`${ofHeader.problem}${ofHeader.column ? `: ${ofHeader.column}` : ''}`)
  // A row that belongs to no product is a separate item.
  for (const problem of problems)
    items.set(`row ${problem.row} ${problem.problem}`, {
      row: problem.row,
      name: '',
      detail: '',
      data: { lines: [] },
      problems: [problem],
    })
  const sorted = [...items.values()].sort((one, other) => one.row - other.row)
  return { source, categories, items: sorted }
}

async function planProducts(
  db: Db,
  shop: Shop,
  items: Item<ProductData>[],
  { isApplying, pause }: PlanContext,
): Promise<Planned[]> {
  // Read the list of pictures again, because another instance may have stored one.
  if (!isApplying) await shop.uploads.refresh()
  const problems: Problem[] = []
  const lines = items.flatMap(({ data, shown }) =>
    data.lines.map((line) => ({ ...toLine(line), asNew: shown === 'create' })),
  )
  const { planned, same } = await planLines(db, shop, lines, problems, pause)
  const byRow = new Map(planned.map((each) => [each.row, each]))
  const unchanged = new Map(same.map((each) => [each.row, each]))
  const existing = (item: Item<ProductData>) => (unchanged.get(item.row) ?? byRow.get(item.row))?.before
  const missing = await missingPictures(
    db,
    items.flatMap((item) => {
      const before = existing(item)
      return before ? [{ productId: before.id, has: before, urls: picturesOf(item) }] : []
    }),
  )
  const wrong = Map.groupBy(problems, ({ row }) => row)
  return items.map((item) => {
    const rows = new Set([item.row, ...item.data.lines.map(({ row }) => row)])
    const ofItem = [...item.problems, ...[...rows].flatMap((row) => wrong.get(row) ?? [])]
    const product = byRow.get(item.row)
    const before = existing(item)
    const notes = (product ?? unchanged.get(item.row))?.notes ?? []
    const none = { targetId: before?.id ?? null, changes: [], notes, problems: ofItem }
    if (ofItem.length > 0) return { ...none, action: 'broken' }
    if (!product && !before) return { ...none, action: 'broken', problems: [elsewhere(item)] }
    const urls = before ? missing.get(before.id)! : picturesOf(item)
    plans.set(item, { ...(product ? { product } : {}), ...(before ? { id: before.id } : {}), urls })
    const changes = [...(product?.changes ?? []), ...pictureChange(urls)]
    const action = before ? (changes.length > 0 ? 'change' : 'same') : 'create'
    return { ...none, action, changes }
  })
}

/** The addresses of the first two pictures. A product has two places for pictures. */
function picturesOf({ data }: Item<ProductData>): string[] {
  return (data.lines[0]?.pictures ?? []).slice(0, 2)
}

function pictureChange(urls: readonly string[]): Change[] {
  const { length } = urls.filter(Boolean)
  return length > 0
    ? [{ field: 'Pictures', before: '', after: `${counted(length, 'picture')} of the other shop` }]
    : []
}

function elsewhere({ row }: Item<ProductData>): Problem {
  return { row, column: 'Name', value: '', problem: 'Another row of the file is about the same product' }
}

async function applyProducts(tx: Tx, shop: Shop, { actor, items }: Batch<ProductData>): Promise<void> {
  const all = items.map(({ item, createdAt }) => ({ ...plans.get(item)!, createdAt }))
  const saving = all.flatMap(({ product, createdAt: at, urls }) =>
    product ? [{ ...product, at, urls }] : [],
  )
  const saved = await applyPlan(tx, shop, actor, saving)
  const pictured = [
    ...saved.map(({ id }, index) => ({ productId: id, urls: saving[index]!.urls })),
    ...all.flatMap(({ product, id, urls }) => (product || !id ? [] : [{ productId: id, urls }])),
  ]
  await listPictures(tx, shop, actor, pictured)
}

function toLine({ cells, ...line }: StoredLine): Line {
  return { ...line, cells: new Map(cells) }
}
