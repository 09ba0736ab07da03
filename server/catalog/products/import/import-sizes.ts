/** The rows of a CSV file as sizes of a product: reads their cells, and finds the size that each row is about. */
import type { ProductEdit, SizeEdit } from '#shared/catalog/api/product-edit.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import type { SizeRow } from '#server/kernel/db/schema.ts'
import { COLUMNS, EXPORTED_COLUMN, SIZE_ID_COLUMN } from './sheet.ts'
import type { Line } from '../../other-shops/rows.ts'
import type { ReportProblem } from './sheet-rows.ts'
import { sizeRows } from '../sizes.ts'

/** A row of the file, and a function that reports a problem in it. */
export type ReportedLine = Line & { report: ReportProblem; notes: string[] }

type Cells = { fields: Partial<ProductEdit>; size: Partial<SizeEdit> }

/** The values of a row, for the product and for the size. If a cell is invalid, reports that and returns undefined. */
export function readCells({ cells, report }: ReportedLine): Cells | undefined {
  let isRead = true
  const read: Cells = { fields: {}, size: {} }
  const exported = cells.get(EXPORTED_COLUMN.name)
  if (exported && !/^\d{1,9}$/.test(exported)) {
    report(EXPORTED_COLUMN.name, 'This must be a whole number. Leave it as the export wrote it')
    isRead = false
  }
  for (const { name, field, sizeField, read: readCell } of COLUMNS) {
    const cell = cells.get(name)
    if (cell === undefined || !readCell) continue
    if (cell.includes('\ufffd')) {
      report(name, 'Some letters cannot be read. Save the file as UTF-8')
      isRead = false
    }
    try {
      const value = readCell(cell)
      if (value !== undefined && field) Object.assign(read.fields, { [field]: value })
      if (value !== undefined && sizeField) Object.assign(read.size, { [sizeField]: value })
    } catch (error) {
      report(name, (error as Error).message)
      isRead = false
    }
  }
  return isRead ? read : undefined
}

/** A size after the import. `line` is the row about it; undefined if the file does not mention it. */
export type Listed = { edit: SizeEdit; line?: ReportedLine }

/**
 * All sizes of a product after the import: the current ones with the values of their rows, and then the new ones. A
 * size that the file does not mention stays. Reports invalid rows, and `repeated` rows about the size of an earlier row.
 */
export function listSizes(
  rows: readonly { line: ReportedLine; cells: Cells | undefined }[],
  current: readonly SizeRow[],
): { listed: Listed[]; isValid: boolean; repeated: ReadonlySet<ReportedLine> } {
  const repeated = new Set<ReportedLine>()
  const listed: Listed[] = current.map((row) => ({ edit: { id: row.id, ...sizeRows.editOf(row) } }))
  const firstRows = new Map<string, number>()
  let isValid = true
  for (const { line, cells } of rows) {
    if (!cells) {
      isValid = false
      continue
    }
    const found = sizeOf(line, cells.size, current, rows.length)
    if (found === undefined) {
      isValid = false
      continue
    }
    // The other shop does not sell this size, and neither do we.
    if (found === null && line.isOff) continue
    const label = labelOf({ label: cells.size.label ?? '', grams: cells.size.grams ?? null })
    const key = found?.id ?? `new ${label}`
    const earlier = firstRows.get(key)
    if (earlier !== undefined) {
      line.report(line.id ? 'ID' : 'Name', `Row ${earlier} is about the same ${label ? 'size' : 'product'}`)
      repeated.add(line)
      isValid = false
      continue
    }
    firstRows.set(key, line.row)
    const before = listed.find(({ edit }) => edit.id === found?.id && found !== null)
    if (!before) {
      line.notes.push(...(line.whenNew?.notes ?? []))
      const ofNew = line.whenNew?.cells['Count in stock']
      const counted = ofNew === undefined ? {} : { countInStock: Number(ofNew) }
      listed.push({ edit: { ...NEW_SIZE, ...counted, ...cells.size } as SizeEdit, line })
    } else {
      before.line = line
      before.edit = { ...before.edit, ...cells.size }
      if (!countSinceExport(line, before.edit, found!)) isValid = false
    }
  }
  return { listed, isValid, repeated }
}

const NEW_SIZE: Partial<SizeEdit> = { grams: null, shippingGrams: null, label: '', countInStock: 0, sku: '' }

/**
 * The size that a row is about: the one with its Size ID, otherwise the one with its weight or label, for a row of
 * another shop the one with its SKU, otherwise the first one if it is the only row of the product or has neither. Null is
 * a new size. Undefined if the Size ID is unknown.
 */
function sizeOf(
  { cells, report, isForeign }: ReportedLine,
  { label = '', grams = null, sku = '' }: Partial<SizeEdit>,
  current: readonly SizeRow[],
  rowCount: number,
): SizeRow | null | undefined {
  const id = cells.get(SIZE_ID_COLUMN.name)
  if (id) {
    const named = current.find((row) => row.id === id)
    if (!named) report(SIZE_ID_COLUMN.name, 'The product has no size with this ID. Leave it empty to add one')
    return named
  }
  const wanted = labelOf({ label, grams })
  const same = current.find((row) => wanted !== '' && labelOf(row) === wanted)
  if (same) return same
  // Its label may have changed in either shop.
  const sold = isForeign && sku !== '' ? current.find((row) => row.sku === sku) : undefined
  return sold ?? (rowCount === 1 || wanted === '' ? (current[0] ?? null) : null)
}

/** Applies the difference to the count at the export, so that units sold since are not added back. */
function countSinceExport(line: ReportedLine, edit: SizeEdit, { count_in_stock: now }: SizeRow): boolean {
  const exported = line.cells.get(EXPORTED_COLUMN.name)
  if (!exported || !line.cells.has('Count in stock')) return true
  edit.countInStock = now + edit.countInStock - Number(exported)
  if (!(edit.countInStock < 0)) return true
  const sold = Number(exported) - now
  line.report('Count in stock', `${sold} were sold since the export, so the count would be negative`)
  // One problem is enough: the schema would report the negative count again.
  edit.countInStock = 0
  return false
}
