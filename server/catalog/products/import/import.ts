/** Imports products from a CSV file: a dry run reports the changes, and the import saves either all rows or none. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { ImportReport, productAdmin } from '#shared/catalog/api/product-admin.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { SizeRow, Tx } from '#server/kernel/db/schema.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { logChanges, type Changed } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import { referencePictures } from '#server/platform/upload/pictures.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { setSlugs } from '#server/platform/slugs/slugs.ts'
import { slugChangeOf } from './import-slugs.ts'
import { saveLinks } from './import-target.ts'
import { planImport, type Plan, type Planned } from './import-plan.ts'
import { saveSizes } from '../sizes.ts'
import { sizesAfter } from '../sizes-after.ts'

const MAX_REPORTED_PROBLEMS = 100
const MAX_REPORTED_ROWS = 200

/**
 * Reads a CSV file of products and, unless it is a dry run, creates and changes products. Throws 400 if any cell is
 * invalid, and 409 if the changes differ from `plan`, the token that the dry run returned.
 */
export async function importProducts(
  shop: Shop,
  admin: SignedIn,
  { csv, dryRun, plan: expected }: Body<typeof productAdmin.import>,
): Promise<ImportReport> {
  // Read the list again, because another instance may have stored a picture since the last query.
  await shop.uploads.refresh()
  if (dryRun) return report(await planImport(shop.db, shop, csv))
  const { plan, rows } = await transact(shop.db, async (tx) => {
    const found = await planImport(tx, shop, csv)
    if (found.problems.length > 0)
      throw new Refusal(400, 'Nothing was imported: there is something wrong with this file', {
        report: report(found),
      })
    if (expected !== undefined && expected !== found.token) throw outdated({ report: report(found) })
    return { plan: found, rows: await applyPlan(tx, shop, admin, found.planned) }
  })
  for (const { id, columns } of rows) shop.changed({ tag: 'Product', id, gone: columns.is_draft === 1 })
  return report(plan)
}

function outdated(more?: { report: ImportReport }): Refusal {
  return conflict(
    'Products were sold or saved since the preview, so nothing was imported. Check the changes again',
    more,
  )
}

function report({ planned, same, problems, token }: Plan): ImportReport {
  const created = planned.filter(({ before }) => before === null).length
  return {
    created,
    changed: planned.length - created,
    same,
    problems: problems.slice(0, MAX_REPORTED_PROBLEMS),
    problemCount: problems.length,
    rows: planned.slice(0, MAX_REPORTED_ROWS).map(({ row, before, columns, changes, notes }) => ({
      row,
      _id: before?.id ?? null,
      name: columns.name,
      changes,
      ...(notes.length > 0 ? { notes } : {}),
    })),
    plan: token,
  }
}

/** The statements of this many rows are sent together, in the order of the rows, to save round trips. */
const BATCH = 250

type Actor = Pick<SignedIn, '_id' | 'name'>

/** Saves planned products. The first row of a file becomes the newest product in lists. */
export async function applyPlan(
  tx: Tx,
  shop: Shop,
  admin: Actor,
  planned: readonly (Planned & { at?: string })[],
): Promise<Row[]> {
  const now = shop.clock.now().getTime()
  const rows = planned.map((each, index) => ({
    ...each,
    id: each.before?.id ?? newId(shop.clock),
    at: each.at ?? new Date(now - index).toISOString(),
  }))
  const all = await withSlugs(tx, shop, rows)
  for (const part of inBatches(all, BATCH)) {
    await referencePictures(tx, shop, part.flatMap(newPictures))
    await Promise.all([create(tx, admin, part), ...part.map((each) => change(tx, shop, each))])
    const before = part.flatMap(({ oldSizes }) => oldSizes)
    const after = part.flatMap((row) => newSizes(shop, row))
    await saveSizes(tx, shop, before, after)
    await saveLinks(tx, part)
    await logChanges(tx, shop, admin, part.map(toRecord))
  }
  return all
}

type Row = Planned & { id: string; at: string }

/** Gives the rows their addresses. Throws 409 if one was taken since the preview. */
async function withSlugs(tx: Tx, shop: Shop, rows: Row[]): Promise<Row[]> {
  const changes = rows.map((row) => slugChangeOf(row, row.id))
  const { slugs, taken } = await setSlugs(tx, shop.clock, 'products', changes)
  if (taken.size > 0) throw outdated()
  return rows.map(({ columns, ...row }) => {
    return { ...row, columns: { ...columns, slug: slugs.get(row.id) ?? columns.slug } }
  })
}

async function create(tx: Tx, admin: Actor, part: Row[]): Promise<void> {
  const rows = part
    .filter(({ before }) => before === null)
    .map(({ id, columns, at }) => ({
      ...columns,
      id,
      user_id: admin._id,
      // In version 1, the form of a hidden product is that of a new draft, whose first save puts it on sale.
      version: columns.is_draft === 1 ? 2 : 1,
      created_at: at,
      updated_at: at,
    }))
  if (rows.length > 0) await tx.insertInto('products').values(rows).execute()
}

async function change(tx: Tx, shop: Shop, { before, columns }: Row): Promise<void> {
  if (!before) return
  const { numUpdatedRows } = await tx
    .updateTable('products')
    .set({ ...columns, version: before.version + 1, updated_at: isoNow(shop.clock) })
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw outdated()
}

function newPictures({ before, columns }: Row): string[] {
  const had = new Set([before?.image, before?.second_image])
  return [columns.image, columns.second_image].filter((path) => !had.has(path))
}

function newSizes(shop: Shop, { id, oldSizes, edit }: Row): SizeRow[] {
  return sizesAfter(shop, { productId: id, before: oldSizes }, edit)
}

function toRecord({ id, before, columns, changes }: Row): Changed {
  const action = before ? 'Changed by an import' : 'Created by an import'
  return { subject: 'product', id, name: columns.name, action, changes }
}
