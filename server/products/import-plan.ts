/** What a file would do to the catalogue, row by row, before anything of it is done. */
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
import { readSheet, type Line, type Problem, type Tell } from './sheet-rows.ts'

/** One row that changes something; without `before` it creates a product. */
export type Planned = {
  row: number
  before: ProductRow | null
  columns: ReturnType<typeof columnsOf>
  changes: Change[]
}

export type Plan = { planned: Planned[]; same: number; problems: Problem[]; token: string }

/** Reads a file and compares it with the catalogue. Whatever is wrong with it is in `problems`. */
export async function planImport(db: Db, shop: Pick<Shop, 'pictureOf'>, file: string): Promise<Plan> {
  const problems: Problem[] = []
  const sheet = readSheet(file, problems)
  const catalogue = await findNamed(db, sheet)
  const planned: Planned[] = []
  const seen = new Map<string, number>()
  let same = 0
  for (const line of sheet) {
    const tell = (column: string, problem: string) => {
      const value = line.cells.get(column) ?? ''
      problems.push({ row: line.row, column, value: value.slice(0, 80), problem })
    }
    const target = targetOf(line, catalogue, tell)
    if (target === undefined) continue
    const key = target?.id ?? `new ${line.name}`
    const earlier = seen.get(key)
    if (earlier !== undefined) {
      tell(line.id ? 'ID' : 'Name', `Row ${earlier} is about the same product`)
      continue
    }
    seen.set(key, line.row)
    const columns = judge(line, target, shop, tell)
    if (!columns) continue
    const changes = productRows.changesOf(target ?? BLANK, columns)
    if (target && changes.length === 0) same++
    else planned.push({ row: line.row, before: target, columns, changes })
  }
  return { planned, same, problems, token: tokenOf(planned) }
}

type Catalogue = { byId: Map<string, ProductRow>; byName: Map<string, ProductRow[]> }

/** Asked for so many at a time: a statement takes only so many values. */
const AT_ONCE = 500

async function findNamed(db: Db, sheet: Line[]): Promise<Catalogue> {
  const byId = new Map<string, ProductRow>()
  const byName = new Map<string, ProductRow[]>()
  for (let start = 0; start < sheet.length; start += AT_ONCE) {
    const part = sheet.slice(start, start + AT_ONCE)
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

/** The product that a row is about; null for a new one, undefined where that cannot be told. */
function targetOf(
  { id, name }: Line,
  { byId, byName }: Catalogue,
  tell: Tell,
): ProductRow | null | undefined {
  if (id) {
    const found = byId.get(id)
    if (!found) tell('ID', 'No product has this ID. Leave it empty to create one')
    return found
  }
  if (!name) {
    tell('Name', 'Name is required where there is no ID')
    return undefined
  }
  const found = byName.get(name) ?? []
  if (found.length > 1) tell('Name', `${found.length} products are called so: give the ID of one`)
  return found.length > 1 ? undefined : (found[0] ?? null)
}

/** What the row makes of the product; undefined where something is wrong, which it tells. */
function judge(line: Line, before: ProductRow | null, shop: Pick<Shop, 'pictureOf'>, tell: Tell) {
  const said = read(line, tell)
  if (!said) return undefined
  const edit: Partial<ProductEdit> = { ...(before ? productRows.editOf(before) : NEW), ...said }
  const exported = line.cells.get(EXPORTED_COLUMN.name)
  if (before && said.countInStock !== undefined && exported) {
    edit.countInStock = before.count_in_stock + said.countInStock - Number(exported)
    if (edit.countInStock < 0) {
      const sold = Number(exported) - before.count_in_stock
      tell('Count in stock', `${sold} were sold since the export, so that fewer than none would be left`)
      return undefined
    }
  }
  const judged = products.update.body.safeParse(edit)
  if (!judged.success) {
    for (const { path, message } of judged.error.issues) tell(columnOf(path[0]), message)
    return undefined
  }
  return isKept(line, before, judged.data, shop, tell) ? columnsOf(judged.data) : undefined
}

/** What the form's own schema does not see. */
function isKept(
  { cells }: Line,
  before: ProductRow | null,
  edit: ProductEdit,
  shop: Pick<Shop, 'pictureOf'>,
  tell: Tell,
): boolean {
  const wrong: [string, string][] = []
  const had = new Set(['', before?.image, before?.second_image])
  for (const field of ['image', 'secondImage'] as const) {
    if (!had.has(edit[field]) && shop.pictureOf(edit[field]) === null)
      wrong.push([columnOf(field), 'The image is not one of the shop’s pictures'])
  }
  for (const { label, onlyWhen } of Object.values<AnyField>(productFields)) {
    const isMeant = !onlyWhen || edit[onlyWhen.field as keyof ProductEdit] === onlyWhen.is
    if (cells.get(label) && !isMeant) wrong.push([label, onlyWhen.problem])
  }
  for (const [column, problem] of wrong) tell(column, problem)
  return wrong.length === 0
}

function read({ cells }: Line, tell: Tell): Partial<ProductEdit> | undefined {
  let isRead = true
  const said: Partial<ProductEdit> = {}
  const exported = cells.get(EXPORTED_COLUMN.name)
  if (exported && !/^\d{1,9}$/.test(exported)) {
    tell(EXPORTED_COLUMN.name, 'This must be a whole number. Leave it as the export wrote it')
    isRead = false
  }
  for (const { name, field, read: readCell } of COLUMNS) {
    const cell = cells.get(name)
    if (cell === undefined || !field || !readCell) continue
    if (cell.includes('\ufffd')) {
      tell(name, 'Some letters cannot be read. Save the file as UTF-8')
      isRead = false
    }
    try {
      const value = readCell(cell)
      if (value !== undefined) Object.assign(said, { [field]: value })
    } catch (error) {
      tell(name, (error as Error).message)
      isRead = false
    }
  }
  return isRead ? said : undefined
}

function columnOf(field: PropertyKey | undefined): string {
  return COLUMNS.find((column) => column.field === field)?.name ?? ID_COLUMN.name
}

const NEW: Partial<ProductEdit> = { image: '', countInStock: 0 }

/** What a new product is compared with. */
const BLANK = {
  ...productRows.columnsOf(mapped(productFields, ({ blank }) => blank) as EditOf<typeof productFields>),
  is_draft: 1 as const,
}

/** Two plans that do the same have the same token. */
function tokenOf(planned: Planned[]): string {
  const told = planned.map(({ row, before, changes }) => [row, before?.id ?? '', changes])
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url')
}
