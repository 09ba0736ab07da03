/**
 * Finds the product that each row of a file is about, and keeps which product of another shop it came from, so that a second
 * import changes it.
 */
import type { ForeignSource } from '#shared/platform/import-sources.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db, ProductRow, Tx } from '#server/kernel/db/schema.ts'
import type { Line } from '../../other-shops/rows.ts'
import { isOwnExport } from './export.ts'
import type { ReportedLine } from './import-sizes.ts'
import type { Problem, ReportProblem } from './sheet-rows.ts'

/** The rows of one product. Null is a new product. */
export type Group = { target: ProductRow | null; lines: ReportedLine[] }

/** Rows with the same product are its sizes, in the order of the file. What cannot be found is added to `problems`. */
export async function groupByProduct(db: Db, sheet: Line[], problems: Problem[]): Promise<Group[]> {
  const catalogue = await findNamed(db, sheet)
  const groups = new Map<string, Group>()
  /** The products that were found by name, with the key of the product in the other shop. */
  const claimed = new Map<string, string | undefined>()
  for (const line of sheet) {
    const report = (column: string, problem: string) => {
      const value = line.cells.get(column) ?? ''
      problems.push({ row: line.row, column, value: value.slice(0, 80), problem })
    }
    const link = linkOf(line)
    const notes = [...(line.notes ?? [])]
    let target = targetOf(line, catalogue, report, notes)
    if (target === undefined) continue
    // Two products of the other shop may have one name: the first of them takes the product that exists.
    if (target && link !== undefined && claimed.has(target.id) && claimed.get(target.id) !== link)
      target = null
    if (target) claimed.set(target.id, link)
    const key = target?.id ?? `new ${link ?? line.name}`
    const group = groups.get(key) ?? { target, lines: [] }
    group.lines.push({ ...line, cells: new Map(line.cells), report, notes })
    groups.set(key, group)
  }
  return [...groups.values()]
}

type Catalogue = {
  byId: Map<string, ProductRow>
  byName: Map<string, ProductRow[]>
  links: Links
  /** The products that came from the shop of the file. */
  linked: ReadonlySet<string>
}

/** Rows per query. The number of parameters of a statement is limited. */
const BATCH = 500

async function findNamed(db: Db, sheet: Line[]): Promise<Catalogue> {
  const byId = new Map<string, ProductRow>()
  const byName = new Map<string, ProductRow[]>()
  const links = await readLinks(db, sheet)
  for (const part of inBatches(sheet, BATCH)) {
    const ids = part.flatMap((line) => [line.id, links.get(linkOf(line) ?? '') ?? '']).filter(Boolean)
    const names = part.filter(({ id }) => !id).map(({ name }) => name)
    if (ids.length === 0 && names.length === 0) continue
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
  const linked = await readLinked(db, sheet.find(({ external }) => external)?.external?.source, [
    ...byId.keys(),
  ])
  return { byId, byName, links, linked }
}

/**
 * The product that a row changes. Null for a new product. If the row is invalid, reports that and returns undefined.
 */
function targetOf(
  line: Line,
  { byId, byName, links, linked }: Catalogue,
  report: ReportProblem,
  notes: string[],
): ProductRow | null | undefined {
  const { id, name, external } = line
  const own = byId.get(links.get(linkOf(line) ?? '') ?? '')
  if (own) return own
  if (id) {
    const found = byId.get(id)
    if (!found) report('ID', 'No product has this ID. Leave it empty to create one')
    return found
  }
  if (!name) {
    if (external?.source === 'shopify') report('Title', 'The first row of a product must have its title')
    else report('Name', 'Name is required where there is no ID')
    return undefined
  }
  if (external && line.asNew) return null
  const named = byName.get(name) ?? []
  const exported = external && named.find((row) => isOwnExport(row, external))
  if (exported) return exported
  // A product that came from another product of that shop is never found by its name.
  const found = external ? named.filter((row) => !linked.has(row.id)) : named
  if (found.length > 1 && line.isForeign) {
    notes.push(`${found.length} products here have this name already, so this one comes in beside them`)
    return null
  }
  if (found.length > 1) report('Name', `${found.length} products have this name: give the ID of one`)
  return found.length > 1 ? undefined : (found[0] ?? null)
}

/** Ids of our products, by the key that `linkOf` returns. */
type Links = Map<string, string>

/** The key of a line's product in the other shop; undefined for a line of our own file. */
export function linkOf({ external }: Pick<Line, 'external'>): string | undefined {
  return external && `${external.source} ${external.id}`
}

async function readLinks(db: Db, sheet: readonly Line[]): Promise<Links> {
  const links: Links = new Map()
  const external = sheet.flatMap((line) => line.external ?? [])
  for (const part of inBatches(external, BATCH)) {
    const rows = await db
      .selectFrom('imported_products')
      .selectAll()
      .where('source', '=', part[0]!.source)
      .where(
        'external_id',
        'in',
        part.map(({ id }) => id),
      )
      .execute()
    for (const { source, external_id, product_id } of rows) links.set(`${source} ${external_id}`, product_id)
  }
  return links
}

/** Those of our products that came from this shop; none without a shop. */
async function readLinked(
  db: Db,
  source: ForeignSource | undefined,
  ids: readonly string[],
): Promise<Set<string>> {
  const linked = new Set<string>()
  if (!source) return linked
  for (const part of inBatches(ids, BATCH)) {
    const rows = await db
      .selectFrom('imported_products')
      .select('product_id')
      .where('source', '=', source)
      .where('product_id', 'in', part)
      .execute()
    for (const row of rows) linked.add(row.product_id)
  }
  return linked
}

/** Records which products were imported. */
export async function saveLinks(
  tx: Tx,
  products: readonly { id: string; external: Line['external'] }[],
): Promise<void> {
  const rows = products.flatMap(({ id, external }) =>
    external ? { source: external.source, external_id: external.id, product_id: id } : [],
  )
  if (rows.length === 0) return
  await tx
    .insertInto('imported_products')
    .values(rows)
    .onConflict((taken) =>
      taken
        .columns(['source', 'external_id'])
        .doUpdateSet((eb) => ({ product_id: eb.ref('excluded.product_id') })),
    )
    .execute()
}
