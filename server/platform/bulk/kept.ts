/** The bulk changes in the database: a line of the change log each, with the rows that are done. */
import { createHash } from 'node:crypto'
import type { Change, ChangeLogSubject } from '#shared/platform/api/change-log.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { logOnce } from '../change-log/change-log.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import type { Presser } from './bulk-list.ts'

/** A bulk change, before or after its first row is done. `action` is JSON, and `title` the action in the change log. */
export type Bulk = {
  id: string
  list: { name: string; subject: ChangeLogSubject; many: string }
  action: string
  title: string
  undoOf: string | null
}

/** The id of the one bulk change that takes another one back. */
export function undoIdOf(id: string): string {
  return createHash('sha256').update(`undo ${id}`).digest('hex').slice(0, 22)
}

/** A bulk change of which at least one row is done. */
export function findBulk(db: Db, id: string) {
  return db
    .selectFrom('bulk_changes')
    .innerJoin('record_lines', 'record_lines.id', 'bulk_changes.id')
    .select(['bulk_changes.id', 'list', 'bulk_changes.action', 'record_lines.action as title'])
    .select(['at', 'actor_id'])
    .where('bulk_changes.id', '=', id)
    .executeTakeFirst()
}

/** Requires that an id is new, or belongs to the same change by the same person. Throws 422. */
export async function requireSame(db: Db, user: SignedIn, bulk: Bulk): Promise<void> {
  let before = await findBulk(db, bulk.id)
  if (!before) {
    if (!(await isTaken(db, bulk.id))) return
    // The same press may have done its first row in between.
    before = await findBulk(db, bulk.id)
  }
  if (before?.actor_id === user._id && isOf(bulk, before)) return
  throw ofAnother()
}

function isOf({ list, action }: Bulk, before: { list: string; action: string }): boolean {
  return before.list === list.name && before.action === action
}

const ofAnother = () => new Refusal(422, 'This id belongs to another change. Open the preview again')

async function isTaken(db: Db, id: string): Promise<boolean> {
  const line = await db.selectFrom('record_lines').select('id').where('id', '=', id).executeTakeFirst()
  return line !== undefined
}

/** The rows of a bulk change that are done, in the order of their ids. */
export function rowsOf(db: Db, id: string, rowId?: string) {
  return db
    .selectFrom('bulk_rows')
    .selectAll()
    .where('bulk_id', '=', id)
    .$if(rowId !== undefined, (query) => query.where('row_id', '=', rowId!))
    .orderBy('row_id')
    .execute()
}

type KeptRow = { row_id: string; name: string; version: string; changes: Change[]; kept: unknown }

/** Adds a row that is done, in the transaction of its change. The first one adds the line of the change log. */
export async function keepRow(tx: Tx, by: Presser, bulk: Bulk, row: KeptRow): Promise<void> {
  const before = (await readBulk(tx, bulk.id)) ?? (await addBulk(tx, by, bulk))
  if (!isOf(bulk, before)) throw ofAnother()
  const { changes, kept, ...columns } = row
  await tx
    .insertInto('bulk_rows')
    .values({ ...columns, bulk_id: bulk.id, changes: JSON.stringify(changes), kept: JSON.stringify(kept) })
    .execute()
}

function readBulk(tx: Tx, id: string) {
  return tx.selectFrom('bulk_changes').select(['list', 'action']).where('id', '=', id).executeTakeFirst()
}

/** Adds a bulk change, unless another request has done so since. */
async function addBulk(tx: Tx, { shop, user }: Presser, { id, list, action, title, undoOf }: Bulk) {
  await logOnce(tx, shop, user, id, { subject: list.subject, name: list.many, action: title })
  await tx
    .insertInto('bulk_changes')
    .values({ id, list: list.name, action, undo_of: undoOf })
    .onConflict((taken) => taken.column('id').doNothing())
    .execute()
  return (await readBulk(tx, id))!
}

/**
 * Who last saved a row after `since`, from the change log; null if the log has no entry.
 * @param but ids of bulk changes to ignore
 */
export async function savedBy(
  db: Db,
  { subject, id, since, but }: { subject: ChangeLogSubject; id: string; since: string; but: string[] },
): Promise<string | null> {
  const line = await db
    .selectFrom('record_lines')
    .select('actor')
    .where('at', '>=', since)
    .where('id', 'not in', but)
    .where((eb) =>
      eb.or([
        eb.and([eb('subject', '=', subject), eb('subject_id', '=', id)]),
        eb('id', 'in', eb.selectFrom('bulk_rows').select('bulk_id').where('row_id', '=', id)),
      ]),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return line?.actor ?? null
}
