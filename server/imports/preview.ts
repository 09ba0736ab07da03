/** Reads the rows of a file, and stores what an import would do with each product or customer. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { transact } from '../db/transact.ts'
import { Refusal } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { isoNow } from '../time/clock.ts'
import { saveCategories } from './categories.ts'
import { keepClaim, type Claimed } from './claim.ts'
import { deleteRows, readRows } from './rows.ts'
import type { Item, Planned, ReadFile } from './kind.ts'
import { kindOf } from './kinds.ts'

/** Items that are stored together. */
const BATCH = 100

/** Makes the preview of an import. Starts from the beginning if an earlier attempt was interrupted. Throws ClaimLost. */
export async function makePreview(shop: Shop, run: Claimed): Promise<void> {
  const kind = kindOf(run.kind)
  const pause = () => rest(shop, run)
  let read: ReadFile<unknown>
  try {
    read = await kind.read(await readRows(shop.db, run.id), pause, shop.db)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await deleteRows(shop.db, run.id)
    return finish(shop, run, { state: 'failed', problem: error.message, ended_at: isoNow(shop.clock) })
  }
  const planned = await kind.plan(shop.db, shop, read.items, { source: read.source, pause })
  await shop.db.deleteFrom('import_items').where('import_id', '=', run.id).execute()
  for (let start = 0; start < read.items.length; start += BATCH) {
    const rows = read.items
      .slice(start, start + BATCH)
      .map((item, index) => toRow(run.id, start + index, item, planned[start + index]!))
    await transact(shop.db, async (tx) => {
      await keepClaim(tx, shop, run)
      await tx.insertInto('import_items').values(rows).execute()
    })
  }
  await saveCategories(shop.db, run.id, read.categories ?? [])
  // The owner may choose other categories, and then the file is read again.
  if (!read.categories?.length) await deleteRows(shop.db, run.id)
  await finish(shop, run, { state: 'ready', source: read.source })
}

type Outcome = Partial<Pick<Claimed, 'state' | 'problem' | 'source' | 'ended_at'>>

/** Ends the reading: the items now contain the rows of the file. */
async function finish(shop: Shop, run: Claimed, outcome: Outcome): Promise<void> {
  await transact(shop.db, async (tx) => {
    await keepClaim(tx, shop, run)
    await tx
      .updateTable('imports')
      .set({ ...outcome, claim: null, claimed_until: null })
      .where('id', '=', run.id)
      .execute()
  })
}

async function rest(shop: Shop, run: Claimed): Promise<void> {
  await nextTurn()
  await keepClaim(shop.db, shop, run)
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
