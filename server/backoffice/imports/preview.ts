/** Reads the rows of a file, and stores what an import would do with each product or customer. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { FileCategory } from '#server/catalog/other-shops/categories.ts'
import { saveCategories } from './categories.ts'
import { ClaimLost, keepClaim, type Claimed } from './claim.ts'
import type { Item, Kind, Planned } from './kind.ts'
import { deleteRows } from './runs.ts'

/** Items that are stored together. */
const BATCH = 100

/** Attempts at a preview in this process, by import. A file that fails again and again would keep others from being read. */
const attempts = new Map<string, number>()
const MAX_ATTEMPTS = 3

/** Makes the preview of an import. Starts from the beginning if an earlier attempt was interrupted. Throws ClaimLost. */
export async function makePreview(shop: Shop, run: Claimed, kind: Kind<unknown>): Promise<void> {
  const attempt = (attempts.get(run.id) ?? 0) + 1
  attempts.set(run.id, attempt)
  try {
    await readAndPlan(shop, run, kind)
  } catch (error) {
    const isLast = attempt >= MAX_ATTEMPTS && !(error instanceof ClaimLost)
    if (!(error instanceof Refusal) && !isLast) throw error
    if (isLast) shop.log.error({ err: error, import: run.id }, 'the file of an import cannot be read')
    const problem = error instanceof Refusal ? error.message : UNREADABLE
    await finish(shop, run, { state: 'failed', problem, ended_at: isoNow(shop.clock) })
  }
  attempts.delete(run.id)
}

const UNREADABLE =
  'This file cannot be read. Divide it into two files, and import them one after the other, to find the part'

async function readAndPlan(shop: Shop, run: Claimed, kind: Kind<unknown>): Promise<void> {
  const pause = pauses(shop, run)
  const read = await kind.read(await readRows(shop.db, run.id, pause), pause, shop.db)
  const planned = await kind.plan(shop.db, shop, read.items, { source: read.source, pause })
  await shop.db.deleteFrom('import_items').where('import_id', '=', run.id).execute()
  for (const part of inBatches([...read.items.entries()], BATCH)) {
    const rows = part.map(([position, item]) => toRow(run.id, position, item, planned[position]!))
    await transact(shop.db, async (tx) => {
      await keepClaim(tx, shop, run)
      await tx.insertInto('import_items').values(rows).execute()
    })
  }
  const remarks = JSON.stringify(read.remarks ?? [])
  await finish(shop, run, { state: 'ready', source: read.source, remarks }, read.categories ?? [])
}

/**
 * The rows of an uploaded file.
 * @param pause called after each part of the file, so that the server can answer other requests
 */
async function readRows(db: Db, id: string, pause: () => Promise<void>): Promise<string[][]> {
  const parts = await db
    .selectFrom('import_parts')
    .select('rows_json')
    .where('import_id', '=', id)
    .orderBy('position')
    .execute()
  const rows: string[][] = []
  for (const { rows_json } of parts) {
    rows.push(...(JSON.parse(rows_json) as string[][]))
    await pause()
  }
  return rows
}

type Outcome = Partial<Pick<Claimed, 'state' | 'problem' | 'source' | 'remarks' | 'ended_at'>>

/**
 * Ends the reading: the items now contain the rows of the file.
 * @param categories those of the file; null if it cannot be read
 */
async function finish(
  shop: Shop,
  run: Claimed,
  outcome: Outcome,
  categories: readonly FileCategory[] | null = null,
): Promise<void> {
  await transact(shop.db, async (tx) => {
    await keepClaim(tx, shop, run)
    if (categories) await saveCategories(tx, run.id, categories)
    // The owner may choose other categories, and then the file is read again.
    if (!categories?.length) await deleteRows(tx, run.id)
    await tx
      .updateTable('imports')
      .set({ ...outcome, claim: null, claimed_until: null })
      .where('id', '=', run.id)
      .execute()
  })
}

/** Milliseconds of work after which other requests have their turn, and after which the claim is extended. */
const TURN = 20
const EXTEND = 1000

/** The function that is called after each row: it lets the server answer other requests, and keeps the claim. */
function pauses(shop: Shop, run: Claimed): () => Promise<void> {
  let turned = performance.now()
  let extended = turned
  return async () => {
    if (performance.now() - turned < TURN) return
    await nextTurn()
    if (performance.now() - extended > EXTEND) {
      await keepClaim(shop.db, shop, run)
      extended = performance.now()
    }
    turned = performance.now()
  }
}

function toRow(import_id: string, position: number, item: Item<unknown>, planned: Planned) {
  return {
    import_id,
    position,
    first_row: item.row,
    name: item.name,
    detail: item.detail,
    action: planned.action,
    target_id: planned.targetId,
    // The data of items that will not be applied is not stored.
    data: planned.action === 'create' || planned.action === 'change' ? JSON.stringify(item.data) : '',
    changes: JSON.stringify(planned.changes),
    notes: JSON.stringify([...new Set(planned.notes)]),
    problems: JSON.stringify(planned.problems),
  }
}
