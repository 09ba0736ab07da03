/** Applies a preview in batches. A batch and its mark are one transaction, so each item is applied exactly once. */
import type { Change } from '#shared/platform/api/change-log.ts'
import type { Db, ImportItemRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { ClaimLost, keepClaim, type Claimed } from './claim.ts'
import type { Applied, Item, Kind, Planned } from './kind.ts'

/** Few enough that other writers of SQLite wait only a moment. */
const BATCH = 50

/** Applies the items that are not applied yet, until the end, or until `signal` is aborted. Throws ClaimLost. */
export async function applyImport(
  shop: Shop,
  run: Claimed,
  kind: Kind<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    if (signal?.aborted) return
    const rows = await waitingItems(shop.db, run.id, BATCH)
    if (rows.length === 0) return finish(shop, run)
    await applyTogether(shop, run, kind, rows)
  }
}

/** Applies a batch. If that fails, applies its items one by one, and leaves out the one that fails. */
async function applyTogether(shop: Shop, run: Claimed, kind: Kind<unknown>, rows: ImportItemRow[]) {
  try {
    await applyBatch(shop, run, kind, rows)
  } catch (error) {
    if (error instanceof ClaimLost) throw error
    shop.log.warn(
      { err: error, import: run.id },
      'a batch of an import failed; its items are applied one by one',
    )
    for (const row of rows)
      await applyBatch(shop, run, kind, [row]).catch((failure: unknown) => leaveOut(shop, run, row, failure))
  }
}

async function applyBatch(shop: Shop, run: Claimed, kind: Kind<unknown>, rows: ImportItemRow[]) {
  const source = run.source!
  await transact(shop.db, async (tx) => {
    await keepClaim(tx, shop, run)
    const items = rows.map(toItem)
    const planned = await kind.plan(tx, shop, items, { source, isApplying: true })
    const all = rows.map((row, index) => ({ row, item: items[index]!, planned: planned[index]! }))
    const current = all.filter(({ row, planned: now }) => isAsShown(row, now))
    const actor = { _id: run.actor_id, name: run.actor }
    const applied = current.map((each) => toApplied(run, each))
    if (applied.length > 0) await kind.apply(tx, shop, { actor, source, items: applied })
    shop.crash('within-import')
    await mark(
      tx,
      run.id,
      current.map(({ row }) => row.position),
      { state: 'done', data: '' },
    )
    for (const { row, planned: now } of all)
      if (!isAsShown(row, now))
        await mark(tx, run.id, [row.position], { state: 'skipped', ...reasonOf(row, now) })
  })
  shop.crash('after-import-batch')
  kind.applied(shop)
}

type Mark = { state: 'done' | 'skipped'; data?: string; problems?: string }

async function mark(tx: Tx, id: string, positions: number[], values: Mark): Promise<void> {
  if (positions.length === 0) return
  const { numUpdatedRows } = await tx
    .updateTable('import_items')
    .set(values)
    .where('import_id', '=', id)
    .where('position', 'in', positions)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (numUpdatedRows !== BigInt(positions.length))
    throw new ClaimLost(`Another process has the claim of import ${id}`)
}

/** The positions of items in the file decide the order of what they create: the first row becomes the newest. */
function toApplied(
  run: Claimed,
  { row, item, planned }: { row: ImportItemRow } & Omit<Applied<unknown>, 'createdAt'>,
) {
  const createdAt = new Date(Date.parse(run.started_at!) - row.position).toISOString()
  return { item, planned, createdAt }
}

/** Whether the import would still do what the preview has shown. */
function isAsShown(row: ImportItemRow, now: Planned): boolean {
  const shown = JSON.parse(row.changes) as Change[]
  return now.action === row.action && JSON.stringify(now.changes) === JSON.stringify(shown)
}

function reasonOf(row: ImportItemRow, now: Planned): { problems: string } {
  if (now.problems.length > 0) return { problems: JSON.stringify(now.problems) }
  return { problems: JSON.stringify([problemOf(row, CHANGED)]) }
}

const CHANGED = 'This changed in the shop after the preview. Import the file again to see the current changes'

function problemOf(row: ImportItemRow, problem: string) {
  return { row: row.first_row, column: '', value: '', problem }
}

async function leaveOut(shop: Shop, run: Claimed, row: ImportItemRow, failure: unknown): Promise<void> {
  if (failure instanceof ClaimLost) throw failure
  shop.log.error({ err: failure, import: run.id, row: row.first_row }, 'an item of an import failed')
  await transact(shop.db, async (tx) => {
    await keepClaim(tx, shop, run)
    const problem = problemOf(row, 'This could not be saved. Import the file again')
    await mark(tx, run.id, [row.position], { state: 'skipped', problems: JSON.stringify([problem]) })
  })
}

async function finish(shop: Shop, run: Claimed): Promise<void> {
  await transact(shop.db, async (tx) => {
    await keepClaim(tx, shop, run)
    await tx
      .updateTable('imports')
      .set({ state: 'done', ended_at: isoNow(shop.clock), claim: null, claimed_until: null })
      .where('id', '=', run.id)
      .execute()
  })
}

function waitingItems(db: Db, id: string, limit: number): Promise<ImportItemRow[]> {
  return db
    .selectFrom('import_items')
    .selectAll()
    .where('import_id', '=', id)
    .where('action', 'in', ['create', 'change'])
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(limit)
    .execute()
}

function toItem({ first_row: row, name, detail, data, action: shown }: ImportItemRow): Item<unknown> {
  return { row, name, detail, data: JSON.parse(data) as unknown, problems: [], shown }
}
