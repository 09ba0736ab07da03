/** Compares a CSV file with the catalog and lists, row by row, what an import would change. */
import { createHash } from 'node:crypto'
import { productEdit, type ProductEdit } from '#shared/api/product-edit.ts'
import type { Change } from '#shared/api/record.ts'
import { mapped, type AnyField, type EditOf } from '#shared/resources/described.ts'
import { productFields } from '#shared/resources/product.ts'
import { sizeFields } from '#shared/resources/product-size.ts'
import type { Db, ProductRow, SizeRow } from '../db/schema.ts'
import type { Shop } from '../shop.ts'
import { productRows } from './catalogue.ts'
import { columnsOf } from './edit.ts'
import { listSizes, readCells, type ReportedLine } from './import-sizes.ts'
import { COLUMNS, ID_COLUMN, type SheetColumn } from './sheet.ts'
import { readLinked, readLinks, linkOf, type Links } from './imported.ts'
import type { Line } from './sheet-line.ts'
import { readSheet, type Problem, type ReportProblem } from './sheet-rows.ts'
import { changesOfSizes, readSizes } from './sizes.ts'
import { sizesAfter } from './sizes-after.ts'

/** A product that the file changes; `before` is null if the file creates it. `row` is its first row in the file. */
export type Planned = {
  row: number
  before: ProductRow | null
  oldSizes: SizeRow[]
  edit: ProductEdit
  columns: ReturnType<typeof columnsOf>
  changes: Change[]
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
  const { planned, same } = await planLines(db, shop, readSheet(file, problems), problems)
  problems.sort((one, other) => one.row - other.row)
  return { planned, same: same.length, problems, token: tokenOf(planned) }
}

/** The products that lines change, and those that stay as they are, each with its first row. */
type PlannedLines = { planned: Planned[]; same: { row: number; before: ProductRow }[] }

/**
 * Compares lines with the catalog. What is invalid is added to `problems`.
 * @param pause called between some products, so that the server can answer other requests
 */
export async function planLines(
  db: Db,
  shop: Pick<Shop, 'pictureOf' | 'clock'>,
  sheet: Line[],
  problems: Problem[],
  pause?: () => Promise<void>,
): Promise<PlannedLines> {
  const groups = groupByProduct(sheet, await findNamed(db, sheet), problems)
  const sizes = await readSizes(
    db,
    groups.flatMap(({ target }) => target?.id ?? []),
  )
  const planned: Planned[] = []
  const same: PlannedLines['same'] = []
  for (const [index, group] of groups.entries()) {
    if (index % BATCH === BATCH - 1) await pause?.()
    const found = planProduct(group, sizes.get(group.target?.id ?? '') ?? [], shop)
    if (!found) continue
    if (found.before && found.changes.length === 0) same.push({ row: found.row, before: found.before })
    else planned.push(found)
  }
  await reportTakenSkus(db, planned, problems)
  return { planned, same }
}

/** The rows of one product. Null is a new product. */
type Group = { target: ProductRow | null; lines: ReportedLine[] }

/** Rows with the same product are its sizes, in the order of the file. */
function groupByProduct(sheet: Line[], catalogue: Catalogue, problems: Problem[]): Group[] {
  const groups = new Map<string, Group>()
  for (const line of sheet) {
    const report = (column: string, problem: string) => {
      const value = line.cells.get(column) ?? ''
      problems.push({ row: line.row, column, value: value.slice(0, 80), problem })
    }
    const target = targetOf(line, catalogue, report)
    if (target === undefined) continue
    const key = target?.id ?? `new ${linkOf(line) ?? line.name}`
    const group = groups.get(key) ?? { target, lines: [] }
    group.lines.push({ ...line, report })
    groups.set(key, group)
  }
  return [...groups.values()]
}

type Catalogue = {
  byId: Map<string, ProductRow>
  byName: Map<string, ProductRow[]>
  links: Links
  imported: Set<string>
}

/** Rows per query. The number of parameters of a statement is limited. */
const BATCH = 500

async function findNamed(db: Db, sheet: Line[]): Promise<Catalogue> {
  const byId = new Map<string, ProductRow>()
  const byName = new Map<string, ProductRow[]>()
  const links = await readLinks(db, sheet)
  for (let start = 0; start < sheet.length; start += BATCH) {
    const part = sheet.slice(start, start + BATCH)
    const ids = part.map((line) => line.id || (links.get(linkOf(line) ?? '') ?? '')).filter(Boolean)
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
  const imported = await readLinked(db, sheet.find(({ asNew }) => asNew)?.external?.source, [...byId.keys()])
  return { byId, byName, links, imported }
}

/**
 * The product that a row changes. Null for a new product. If the row is invalid, reports that and returns undefined.
 */
function targetOf(
  line: Line,
  { byId, byName, links, imported }: Catalogue,
  report: ReportProblem,
): ProductRow | null | undefined {
  const { id, name, asNew } = line
  const linked = byId.get(links.get(linkOf(line) ?? '') ?? '')
  if (linked) return linked
  if (id) {
    const found = byId.get(id)
    if (!found) report('ID', 'No product has this ID. Leave it empty to create one')
    return found
  }
  if (!name) {
    report('Name', 'Name is required where there is no ID')
    return undefined
  }
  // Two products of the other shop may have one name: the first of them exists by now.
  const found = (byName.get(name) ?? []).filter((row) => !(asNew && imported.has(row.id)))
  if (found.length > 1) report('Name', `${found.length} products have this name: give the ID of one`)
  return found.length > 1 ? undefined : (found[0] ?? null)
}

/** What the rows of one product change. If a row is invalid, reports that and returns undefined. */
function planProduct(
  { target: before, lines }: Group,
  oldSizes: SizeRow[],
  shop: Pick<Shop, 'pictureOf' | 'clock'>,
): Planned | undefined {
  const rows = lines.map((line) => ({ line, cells: readCells(line) }))
  const [first] = lines
  const { listed, isValid, repeated } = listSizes(rows, oldSizes)
  const isAlike = requireAlike(lines.filter((line) => !repeated.has(line)))
  const { cells } = rows[0]!
  if (!cells || listed.length === 0) return undefined
  const sizes = listed.map((each) => each.edit)
  const { price, grams: size, countInStock } = sizes[0]!
  const fields = { ...(before ? productRows.editOf(before) : NEW), ...cells.fields }
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
  const edit = parsed.data
  const isChecked = lines.map((line) => repeated.has(line) || passesMoreChecks(line, before, edit, shop))
  if (!isValid || !isAlike || isChecked.includes(false)) return undefined
  const columns = columnsOf(edit)
  const after = sizesAfter(shop, { productId: before?.id ?? '', before: oldSizes }, edit)
  const changes = [...productRows.changesOf(before ?? BLANK, columns), ...changesOfSizes(oldSizes, after)]
  return { row: first!.row, before, oldSizes, edit, columns, changes, external: first!.external }
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
  for (const { label, onlyWhen } of Object.values<AnyField>({ ...productFields, ...sizeFields })) {
    const applies = !onlyWhen || edit[onlyWhen.field as keyof ProductEdit] === onlyWhen.is
    if (cells.get(label) && !applies) wrong.push([label, onlyWhen.problem])
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
  ...productRows.columnsOf(mapped(productFields, ({ blank }) => blank) as EditOf<typeof productFields>),
  is_draft: 1 as const,
}

/** A token that identifies the changes of a plan: two plans with the same changes have the same token. */
function tokenOf(planned: Planned[]): string {
  const effect = planned.map(({ row, before, changes }) => [row, before?.id ?? '', changes])
  return createHash('sha256').update(JSON.stringify(effect)).digest('base64url')
}

/** Reports SKUs that another product has, in the catalog or in the file. */
async function reportTakenSkus(db: Db, planned: readonly Planned[], problems: Problem[]): Promise<void> {
  const wanted = new Map<string, Planned>()
  const report = ({ row }: Planned, sku: string, problem: string) =>
    problems.push({ row, column: sizeFields.sku.label, value: sku, problem })
  for (const each of planned) {
    for (const { sku } of each.edit.sizes ?? []) {
      const other = sku === '' ? undefined : wanted.get(sku)
      if (other) report(each, sku, `Row ${other.row} has the same SKU`)
      else if (sku !== '') wanted.set(sku, each)
    }
  }
  const skus = [...wanted.keys()]
  for (let start = 0; start < skus.length; start += BATCH) {
    const taken = await db
      .selectFrom('product_sizes')
      .select(['sku', 'product_id'])
      .where('sku', 'in', skus.slice(start, start + BATCH))
      .where('removed_at', 'is', null)
      .execute()
    for (const { sku, product_id } of taken) {
      const each = wanted.get(sku)!
      if (each.before?.id !== product_id) report(each, sku, 'Another product has this SKU')
    }
  }
}
