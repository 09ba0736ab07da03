/** Compares a CSV file with the catalog and lists, row by row, what an import would change. */
import { createHash } from 'node:crypto'
import { productEdit, type ProductEdit } from '#shared/catalog/api/product-edit.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { applies, blankOf, type AnyField } from '#shared/platform/resources/described.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { sizeFields } from '#shared/catalog/resources/product-size.ts'
import type { Db, ProductRow, SizeRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { GRINDING, PARTS } from '#server/platform/settings/groups.ts'
import { productRows } from '../catalogue.ts'
import { columnsOf } from '../save.ts'
import { fitForeign, missingPrices, weightNotes } from './foreign-fit.ts'
import { listSizes, readCells, type ReportedLine } from './import-sizes.ts'
import { leaveOutTakenSkus, reportTakenSkus } from './import-skus.ts'
import { reportTakenSlugs } from './import-slugs.ts'
import { groupByProduct, type Group } from './import-target.ts'
import { COLUMNS, ID_COLUMN, type SheetColumn } from './sheet.ts'
import type { Line } from '../../other-shops/rows.ts'
import { readSheet, type Problem } from './sheet-rows.ts'
import { changesOfSizes, readSizes } from '../sizes.ts'
import { sizesAfter } from '../sizes-after.ts'

/** A product that the file changes; `before` is null if the file creates it. `row` is its first row in the file. */
export type Planned = {
  row: number
  before: ProductRow | null
  oldSizes: SizeRow[]
  edit: ProductEdit
  columns: ReturnType<typeof columnsOf>
  changes: Change[]
  /** Remarks for the preview. */
  notes: string[]
  /** The product in another shop. */
  external: Line['external']
}

export type Plan = { planned: Planned[]; same: number; problems: Problem[]; token: string }

/** Reads a file and compares it with the catalog. `problems` lists everything that is invalid. */
export async function planImport(
  db: Db,
  shop: Pick<Shop, 'pictureOf' | 'clock'>,
  file: string,
): Promise<Plan> {
  const problems: Problem[] = []
  const sheet = await readSheet(db, file, problems)
  const { planned, same } = await planLines(db, shop, sheet, problems)
  problems.sort((one, other) => one.row - other.row)
  return { planned, same: same.length, problems, token: tokenOf(planned) }
}

/** The products that lines change, and those that stay as they are, each with its first row. */
type PlannedLines = { planned: Planned[]; same: { row: number; before: ProductRow; notes: string[] }[] }

/**
 * Compares lines with the catalog. What is invalid is added to `problems`.
 * @param pause called before each product, so that the server can answer other requests
 */
export async function planLines(
  db: Db,
  shop: Pick<Shop, 'pictureOf' | 'clock'>,
  sheet: Line[],
  problems: Problem[],
  pause?: () => Promise<void>,
): Promise<PlannedLines> {
  const groups = await groupByProduct(db, sheet, problems)
  await leaveOutTakenSkus(db, groups)
  const grinding = await readSettings(db, GRINDING)
  const roasts = (await readSettings(db, PARTS)).roastery === 'on'
  const sizes = await readSizes(
    db,
    groups.flatMap(({ target }) => target?.id ?? []),
  )
  const planned: Planned[] = []
  const same: PlannedLines['same'] = []
  for (const group of groups) {
    await pause?.()
    const found = planOrReport(group, grinding, sizes.get(group.target?.id ?? '') ?? [], shop, roasts)
    if (!found) continue
    const { row, before, notes } = found
    if (before && found.changes.length === 0) same.push({ row, before, notes })
    else planned.push(found)
  }
  await reportTakenSkus(db, planned, problems)
  await reportTakenSlugs(db, planned, problems)
  return { planned, same }
}

/** A product that fails to be read is reported, and the others are read. */
function planOrReport(
  group: Group,
  grinding: Parameters<typeof fitForeign>[1],
  ...context: [SizeRow[], Pick<Shop, 'pictureOf' | 'clock'>, boolean]
) {
  try {
    fitForeign(group, grinding)
    return planProduct(group, ...context)
  } catch {
    group.lines[0]!.report('', 'This row cannot be read')
    return undefined
  }
}

/**
 * What the rows of one product change. If a row is invalid, reports that and returns undefined.
 * @param roasts whether the roastery is on, so that coffee can be roasted to order
 */
function planProduct(
  { target: before, lines }: Group,
  oldSizes: SizeRow[],
  shop: Pick<Shop, 'pictureOf' | 'clock'>,
  roasts: boolean,
): Planned | undefined {
  const rows = lines.map((line) => ({ line, cells: readCells(line) }))
  const [first] = lines
  const { listed, isValid, repeated } = listSizes(rows, oldSizes)
  const isAlike = requireAlike(lines.filter((line) => !repeated.has(line)))
  const { cells } = rows[0]!
  if (!cells || listed.length === 0) return undefined
  const hidden = missingPrices(lines, listed)
  const sizes = listed.map((each) => each.edit)
  const { price, grams: size, countInStock } = sizes[0]!
  const fields = { ...(before ? productRows.editOf(before) : NEW), ...cells.fields, ...hidden }
  const parsed = productEdit.safeParse({ ...fields, price, size, countInStock, sizes })
  if (!parsed.success) {
    const found = parsed.error.issues.flatMap(({ path: [field, index, ofSize], message }) => {
      if (field === 'sizes' && typeof index === 'number')
        return { line: listed[index]?.line ?? first!, column: columnOf(ofSize), message }
      // The values of the first size are reported in its row.
      const isOfFirst = ['price', 'size', 'countInStock'].includes(String(field))
      return isOfFirst ? [] : { line: first!, column: columnOf(field), message }
    })
    found.sort((one, other) => placeOf(one.column) - placeOf(other.column))
    for (const { line, column, message } of found) line.report(column, message)
    return undefined
  }
  const ignored = parsed.data.isRoastedToOrder && !roasts
  const edit = ignored ? { ...parsed.data, isRoastedToOrder: false } : parsed.data
  const isChecked = lines.map((line) => repeated.has(line) || passesMoreChecks(line, before, edit, shop))
  if (!isValid || !isAlike || isChecked.includes(false)) return undefined
  const columns = columnsOf(edit)
  const after = sizesAfter(shop, { productId: before?.id ?? '', before: oldSizes }, edit)
  const changes = [...productRows.changesOf(before ?? BLANK, columns), ...changesOfSizes(oldSizes, after)]
  const notes = [
    ...lines.flatMap((line) => line.notes ?? []),
    ...weightNotes(lines, edit, after),
    ...(ignored ? ['“Roasted to order” is not used, because the roastery is off'] : []),
  ]
  return { row: first!.row, before, oldSizes, edit, columns, changes, notes, external: first!.external }
}

/** Reports a row that names another value for the product than the first row. An empty cell means the same value. */
function requireAlike([first, ...others]: ReportedLine[]): boolean {
  let isAlike = true
  for (const { name, field } of COLUMNS) {
    for (const line of field ? others : []) {
      const cell = line.cells.get(name)
      if (!cell || cell === first!.cells.get(name)) continue
      line.report(name, `Row ${first!.row} has another value for the same product`)
      isAlike = false
    }
  }
  return isAlike
}

/**
 * Checks what the schema of the form cannot check: that pictures exist, and that cells apply to this kind of product.
 */
function passesMoreChecks(
  { cells, report }: ReportedLine,
  before: ProductRow | null,
  edit: ProductEdit,
  shop: Pick<Shop, 'pictureOf'>,
): boolean {
  const wrong: [string, string][] = []
  const had = new Set(['', before?.image, before?.second_image])
  for (const field of ['image', 'secondImage'] as const) {
    if (!had.has(edit[field]) && shop.pictureOf(edit[field]) === null)
      wrong.push([columnOf(field), 'The image is not one of the shop’s pictures'])
  }
  for (const field of Object.values<AnyField>({ ...productFields, ...sizeFields })) {
    const { label, onlyWhen } = field
    if (onlyWhen && cells.get(label) && !applies(field, edit)) wrong.push([label, onlyWhen.problem])
  }
  for (const [column, problem] of wrong) report(column, problem)
  return wrong.length === 0
}

function placeOf(name: string): number {
  return COLUMNS.findIndex((column) => column.name === name)
}

function columnOf(field: PropertyKey | undefined): string {
  const isOf = (column: SheetColumn) => [column.field, column.sizeField].includes(field as undefined)
  return COLUMNS.find((column) => field !== undefined && isOf(column))?.name ?? ID_COLUMN.name
}

const NEW: Partial<ProductEdit> = { image: '' }

/** A new product is compared with this blank one. */
const BLANK = {
  ...productRows.columnsOf(blankOf(productFields)),
  is_draft: 1 as const,
}

/** A token that identifies the changes of a plan: two plans with the same changes have the same token. */
function tokenOf(planned: Planned[]): string {
  const effect = planned.map(({ row, before, changes }) => [row, before?.id ?? '', changes])
  return createHash('sha256').update(JSON.stringify(effect)).digest('base64url')
}
