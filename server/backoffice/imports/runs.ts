/** Imports as the admin sees them: progress, preview, start and cancel. */
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { ImportItem, ImportRun, imports } from '#shared/backoffice/api/imports.ts'
import type { Db, ImportItemRow, ImportRow } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'

const LISTED = 10
const PAGE_SIZE = 50

export async function listImports(shop: Shop): Promise<Reply<typeof imports.list>> {
  const rows = await shop.db
    .selectFrom('imports')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()
  return { imports: await toRuns(shop, rows) }
}

/** Throws 404. */
export async function getImport(shop: Shop, id: string): Promise<ImportRun> {
  return (await toRuns(shop, [await importRow(shop, id)]))[0]!
}

/** A page of a preview. Throws 404. */
export async function listItems(
  shop: Shop,
  id: string,
  { pageNumber, part }: Query<typeof imports.items>,
): Promise<Reply<typeof imports.items>> {
  await importRow(shop, id)
  const wanted = shop.db
    .selectFrom('import_items')
    .where('import_id', '=', id)
    .$if(part === 'skipped', (query) => query.where('state', '=', 'skipped'))
    .$if(part !== 'skipped', (query) => query.where('action', '=', part as ImportItem['action']))
  const { count } = await wanted
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await wanted
    .selectAll()
    .orderBy('position')
    .limit(PAGE_SIZE)
    .offset((pageNumber - 1) * PAGE_SIZE)
    .execute()
  return { items: rows.map(toItem), page: pageNumber, pages: Math.ceil(count / PAGE_SIZE), count }
}

/** Deletes the rows of an uploaded file, as soon as nothing needs them. */
export async function deleteRows(db: Db, id: string): Promise<void> {
  await db.deleteFrom('import_parts').where('import_id', '=', id).execute()
}

/** Throws 404. */
export async function importRow({ db }: Shop, id: string): Promise<ImportRow> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Import')
  return row
}

async function toRuns({ db }: Shop, rows: ImportRow[]): Promise<ImportRun[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const groups = await db
    .selectFrom('import_items')
    .select(['import_id', 'action', 'state'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('import_id', 'in', ids)
    .groupBy(['import_id', 'action', 'state'])
    .execute()
  const open = await db
    .selectFrom('import_categories')
    .select(['import_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('import_id', 'in', ids)
    .where('is_chosen', '=', 0)
    .groupBy('import_id')
    .execute()
  return rows.map((row) => {
    const of = (test: (group: (typeof groups)[number]) => boolean) =>
      groups
        .filter((group) => group.import_id === row.id && test(group))
        .reduce((sum, { count }) => sum + count, 0)
    const by = (wanted: ImportItem['action']) => of(({ action }) => action === wanted)
    return {
      _id: row.id,
      kind: row.kind,
      source: row.source,
      fileName: row.file_name,
      state: row.state,
      rows: row.row_count,
      counts: { create: by('create'), change: by('change'), same: by('same'), broken: by('broken') },
      newCategories: open.find((each) => each.import_id === row.id)?.count ?? 0,
      done: of(({ state }) => state === 'done'),
      skipped: of(({ state }) => state === 'skipped'),
      problem: row.problem,
      remarks: JSON.parse(row.remarks) as string[],
      by: row.actor,
      createdAt: row.created_at,
      endedAt: row.ended_at,
    }
  })
}

function toItem(row: ImportItemRow): ImportItem {
  return {
    row: row.first_row,
    _id: row.target_id,
    name: row.name,
    detail: row.detail,
    action: row.action,
    state: row.state,
    changes: JSON.parse(row.changes) as ImportItem['changes'],
    notes: JSON.parse(row.notes) as string[],
    problems: JSON.parse(row.problems) as ImportItem['problems'],
  }
}
