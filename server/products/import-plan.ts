/** Compares a CSV file with the catalogue and lists, row by row, what an import would change. */
import { createHash } from 'node:crypto'
import { products, type ProductEdit } from '#shared/api/products.ts'
import type { Change } from '#shared/api/record.ts'
import { mapped, type AnyField, type EditOf } from '#shared/resources/described.ts'
import { productFields } from '#shared/resources/product.ts'
import type { Db, ProductRow } from '../db/schema.ts'
import type { Shop } from '../shop.ts'
import { productRows } from './catalogue.ts'
import { columnsOf } from './edit.ts'
import { COLUMNS, EXPORTED_COLUMN, ID_COLUMN } from './sheet.ts'
import { readSheet, type Line, type Problem, type ReportProblem } from './sheet-rows.ts'

/** A row of the file that changes something; `before` is null if the row creates a product. */
export type Planned = {
  row: number
  before: ProductRow | null
  columns: ReturnType<typeof columnsOf>
  changes: Change[]
}

export type Plan = { planned: Planned[]; same: number; problems: Problem[]; token: string }

/** Reads a file and compares it with the catalogue. `problems` lists everything that is invalid. */
export async function planImport(db: Db, shop: Pick<Shop, 'pictureOf'>, file: string): Promise<Plan> {
  const problems: Problem[] = []
  const sheet = readSheet(file, problems)
  const catalogue = await findNamed(db, sheet)
  const planned: Planned[] = []
  const seen = new Map<string, number>()
  let same = 0
  for (const line of sheet) {
    const report = (column: string, problem: string) => {
      const value = line.cells.get(column) ?? ''
      problems.push({ row: line.row, column, value: value.slice(0, 80), problem })
    }
    const target = targetOf(line, catalogue, report)
    if (target === undefined) continue
    const key = target?.id ?? `new ${line.name}`
    const earlier = seen.get(key)
    if (earlier !== undefined) {
      report(line.id ? 'ID' : 'Name', `Row ${earlier} is about the same product`)
      continue
    }
    seen.set(key, line.row)
    const columns = validate(line, target, shop, report)
    if (!columns) continue
    const changes = productRows.changesOf(target ?? BLANK, columns)
    if (target && changes.length === 0) same++
    else planned.push({ row: line.row, before: target, columns, changes })
  }
  return { planned, same, problems, token: tokenOf(planned) }
}

type Catalogue = { byId: Map<string, ProductRow>; byName: Map<string, ProductRow[]> }

/** Rows per query. The number of parameters of a statement is limited. */
const BATCH = 500

async function findNamed(db: Db, sheet: Line[]): Promise<Catalogue> {
  const byId = new Map<string, ProductRow>()
  const byName = new Map<string, ProductRow[]>()
  for (let start = 0; start < sheet.length; start += BATCH) {
    const part = sheet.slice(start, start + BATCH)
    const ids = part.map(({ id }) => id).filter(Boolean)
    const names = part.filter(({ id }) => !id).map(({ name }) => name)
    const rows = await db
      .selectFrom('products')
      .selectAll()
      .where('deleted_at', 'is', null)
      .where((eb) =>
        eb.or([
          ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
          ...(names.length > 0 ? [eb('name', 'in', names)] : []),
        ]),
      )
      .execute()
    for (const row of rows) {
      if (!byId.has(row.id)) byName.set(row.name, [...(byName.get(row.name) ?? []), row])
      byId.set(row.id, row)
    }
  }
  return { byId, byName }
}

/**
 * The product that a row changes. Null for a new product. If the row is invalid, reports that and returns undefined.
 */
function targetOf(
  { id, name }: Line,
  { byId, byName }: Catalogue,
  report: ReportProblem,
): ProductRow | null | undefined {
  if (id) {
    const found = byId.get(id)
    if (!found) report('ID', 'No product has this ID. Leave it empty to create one')
    return found
  }
  if (!name) {
    report('Name', 'Name is required where there is no ID')
    return undefined
  }
  const found = byName.get(name) ?? []
  if (found.length > 1) report('Name', `${found.length} products have this name: give the ID of one`)
  return found.length > 1 ? undefined : (found[0] ?? null)
}

/** The columns that the row sets. If the row is invalid, reports that and returns undefined. */
function validate(
  line: Line,
  before: ProductRow | null,
  shop: Pick<Shop, 'pictureOf'>,
  report: ReportProblem,
) {
  const fields = readFields(line, report)
  if (!fields) return undefined
  const edit: Partial<ProductEdit> = { ...(before ? productRows.editOf(before) : NEW), ...fields }
  const exported = line.cells.get(EXPORTED_COLUMN.name)
  if (before && fields.countInStock !== undefined && exported) {
    edit.countInStock = before.count_in_stock + fields.countInStock - Number(exported)
    if (edit.countInStock < 0) {
      const sold = Number(exported) - before.count_in_stock
      report('Count in stock', `${sold} were sold since the export, so the count would be negative`)
      return undefined
    }
  }
  const parsed = products.update.body.safeParse(edit)
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) report(columnOf(path[0]), message)
    return undefined
  }
  return passesMoreChecks(line, before, parsed.data, shop, report) ? columnsOf(parsed.data) : undefined
}

/**
 * Checks what the schema of the form cannot check: that pictures exist, and that cells apply to this kind of product.
 */
function passesMoreChecks(
  { cells }: Line,
  before: ProductRow | null,
  edit: ProductEdit,
  shop: Pick<Shop, 'pictureOf'>,
  report: ReportProblem,
): boolean {
  const wrong: [string, string][] = []
  const had = new Set(['', before?.image, before?.second_image])
  for (const field of ['image', 'secondImage'] as const) {
    if (!had.has(edit[field]) && shop.pictureOf(edit[field]) === null)
      wrong.push([columnOf(field), 'The image is not one of the shop’s pictures'])
  }
  for (const { label, onlyWhen } of Object.values<AnyField>(productFields)) {
    const applies = !onlyWhen || edit[onlyWhen.field as keyof ProductEdit] === onlyWhen.is
    if (cells.get(label) && !applies) wrong.push([label, onlyWhen.problem])
  }
  for (const [column, problem] of wrong) report(column, problem)
  return wrong.length === 0
}

function readFields({ cells }: Line, report: ReportProblem): Partial<ProductEdit> | undefined {
  let isRead = true
  const fields: Partial<ProductEdit> = {}
  const exported = cells.get(EXPORTED_COLUMN.name)
  if (exported && !/^\d{1,9}$/.test(exported)) {
    report(EXPORTED_COLUMN.name, 'This must be a whole number. Leave it as the export wrote it')
    isRead = false
  }
  for (const { name, field, read: readCell } of COLUMNS) {
    const cell = cells.get(name)
    if (cell === undefined || !field || !readCell) continue
    if (cell.includes('\ufffd')) {
      report(name, 'Some letters cannot be read. Save the file as UTF-8')
      isRead = false
    }
    try {
      const value = readCell(cell)
      if (value !== undefined) Object.assign(fields, { [field]: value })
    } catch (error) {
      report(name, (error as Error).message)
      isRead = false
    }
  }
  return isRead ? fields : undefined
}

function columnOf(field: PropertyKey | undefined): string {
  return COLUMNS.find((column) => column.field === field)?.name ?? ID_COLUMN.name
}

const NEW: Partial<ProductEdit> = { image: '', countInStock: 0 }

/** A new product is compared with this blank one. */
const BLANK = {
  ...productRows.columnsOf(mapped(productFields, ({ blank }) => blank) as EditOf<typeof productFields>),
  is_draft: 1 as const,
}

/** A token that identifies the changes of a plan: two plans with the same changes have the same token. */
function tokenOf(planned: Planned[]): string {
  const effect = planned.map(({ row, before, changes }) => [row, before?.id ?? '', changes])
  return createHash('sha256').update(JSON.stringify(effect)).digest('base64url')
}
