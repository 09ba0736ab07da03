/** A bulk change and its *Undo*: each row in a transaction of its own, with an answer per row. */
import type { BulkAnswer, BulkAnswerRow } from '#shared/platform/api/bulk.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { MAX_BULK } from '#shared/platform/bulk.ts'
import { isOutage, isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest, notFound, Refusal } from '#server/kernel/errors.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import type { Shop } from '../shop.ts'
import { actionOf, type BulkList, type BulkRow, type Plan, type Presser } from './bulk-list.ts'
import { findBulk, keepRow, requireSame, rowsOf, savedBy, undoIdOf, type Bulk } from './kept.ts'
import { GONE, requireMay, versionFor } from './preview.ts'
import { productsUpdated } from '../webhooks/events.ts'

/** `version`: null if the row is changed whatever was saved since. */
type Wanted = { _id: string; version: string | null }

/** What is done with each row: by an action, or by taking an earlier change back. */
type Run<Row> = {
  by: Presser
  bulk: Bulk
  /** Changes of other people count from here. */
  since: string
  list: Pick<BulkList<Row, never, never>, 'read' | 'lock' | 'subject' | 'changed'>
  versionOf: (row: BulkRow<Row>) => string
  plan: (row: BulkRow<Row>) => Plan
  write: (tx: Tx, row: BulkRow<Row>) => Promise<unknown>
}

/**
 * Changes rows as their preview showed. A row that was saved since is skipped. Repeated with the same id, it changes only the
 * rows that are not done. Throws 403 as the preview does, 422 if the id belongs to another change.
 */
export async function applyBulk<Row, Action extends { kind: string }, Filter>(
  shop: Shop,
  user: SignedIn,
  list: BulkList<Row, Action, Filter>,
  {
    id,
    since,
    action,
    rows,
  }: { id: string; since?: string | undefined; action: Action; rows: { _id: string; version: string }[] },
): Promise<BulkAnswer> {
  const does = actionOf(list, action)
  requireMay(user, does)
  const kept = does.keptOf?.(action) ?? action
  const bulk = { id, list, action: JSON.stringify(kept), title: does.title(action), undoOf: null }
  await requireSame(shop.db, user, bulk)
  const done = await doneRows(shop.db, id)
  const all = new Set([...done.keys(), ...rows.map(({ _id }) => _id)])
  if (all.size > MAX_BULK) throw badRequest(`At most ${MAX_BULK} rows can be changed at once`)
  const by = { shop, user }
  const run: Run<Row> = {
    by,
    bulk,
    since: since ?? '',
    list,
    versionOf: (row) => versionFor(does, row),
    plan: ({ row }) => does.plan(row, action, by),
    write: (tx, { row }) => does.write(tx, row, action, by),
  }
  return runAll(run, done, rows)
}

/**
 * Takes a bulk change back, as a bulk change of its own: a row that someone has saved since stays as it is. There is one such
 * change of each, so a repeated request continues it. Throws 404 if there is no such change, and 403.
 */
export async function undoBulk<Row, Action extends { kind: string }, Filter>(
  shop: Shop,
  user: SignedIn,
  list: BulkList<Row, Action, Filter>,
  { of }: { of: string },
): Promise<BulkAnswer> {
  const { restore } = list
  const before = await findBulk(shop.db, of)
  if (!before || before.list !== list.name || !restore) throw notFound('Bulk change')
  requireMay(user, actionOf(list, JSON.parse(before.action) as Action))
  const id = undoIdOf(of)
  const rows = await rowsOf(shop.db, of)
  const kept = new Map(rows.map((row) => [row.row_id, JSON.parse(row.kept) as never]))
  const by = { shop, user }
  const run: Run<Row> = {
    by,
    bulk: { id, list, action: before.action, title: undoTitleOf(before.title), undoOf: of },
    since: before.at,
    list,
    versionOf: ({ version }) => version,
    plan: ({ _id, row }) => restore.plan(row, kept.get(_id)!, by),
    write: (tx, { _id, row }) => restore.write(tx, row, kept.get(_id)!, by),
  }
  return runAll(
    run,
    await doneRows(shop.db, id),
    rows.map(({ row_id, version }) => ({ _id: row_id, version: restore.anyVersion ? null : version })),
  )
}

/** The action of an undo in the change log. The undo of an undo does the change again. */
function undoTitleOf(title: string): string {
  if (title.startsWith(UNDONE)) return AGAIN + title.slice(UNDONE.length)
  return UNDONE + (title.startsWith(AGAIN) ? title.slice(AGAIN.length) : title)
}

const UNDONE = 'Undone: '
const AGAIN = 'Done again: '

async function runAll<Row>(
  run: Run<Row>,
  done: ReadonlyMap<string, BulkAnswerRow>,
  wanted: readonly Wanted[],
): Promise<BulkAnswer> {
  const rows: BulkAnswerRow[] = []
  for (const each of wanted) rows.push(done.get(each._id) ?? (await changeRow(run, each)))
  return { id: run.bulk.id, rows }
}

/** The rows of a bulk change that are done, as their answers. */
async function doneRows(db: Db, id: string): Promise<Map<string, BulkAnswerRow>> {
  return new Map((await rowsOf(db, id)).map((row) => [row.row_id, doneAnswer(row)]))
}

function doneAnswer(row: { row_id: string; name: string; changes: string }): BulkAnswerRow {
  return { _id: row.row_id, name: row.name, state: 'done', changes: JSON.parse(row.changes) as Change[] }
}

/** Ends the transaction of a row without a change. */
class Unchanged extends Error {
  readonly answer: BulkAnswerRow
  constructor(answer: BulkAnswerRow) {
    super(answer.state)
    this.answer = answer
  }
}

async function changeRow<Row>(run: Run<Row>, wanted: Wanted): Promise<BulkAnswerRow> {
  const { shop } = run.by
  const row = { _id: wanted._id, name: '', changes: [] }
  try {
    const after = await transact(shop.db, (tx) => changeIn(tx, run, wanted))
    run.list.changed(shop, after.row.row)
    return after.answer
  } catch (error) {
    if (error instanceof Unchanged) return error.answer
    if (error instanceof Refusal) return { ...row, state: 'refused', message: error.message }
    if (isUniqueViolation(error)) {
      const done = (await doneRows(shop.db, run.bulk.id)).get(wanted._id)
      if (done) return done
    }
    if (isOutage(error)) throw error
    shop.log.error({ err: error, bulk: run.bulk.id, row: wanted._id }, 'bulk change')
    return { ...row, state: 'failed', message: 'Something went wrong. Nothing of this row was changed' }
  }
}

/** Changes a row, and adds it to the bulk change. Throws Unchanged. */
async function changeIn<Row>(
  tx: Tx,
  run: Run<Row>,
  wanted: Wanted,
): Promise<{ row: BulkRow<Row>; answer: BulkAnswerRow }> {
  const { row: before, changes, kept } = await compare(tx, run, wanted)
  const { _id, name } = before
  await run.write(tx, before)
  if (run.list.subject === 'product') await productsUpdated(tx, run.by.shop, [_id])
  const [row = before] = await run.list.read(tx, [_id])
  await keepRow(tx, run.by, run.bulk, { row_id: _id, name, version: row.version, changes, kept })
  return { row, answer: { _id, name, state: 'done', changes } }
}

type Found<Row> = { row: BulkRow<Row>; changes: Change[]; kept: unknown }

/** Locks a row and plans its change. Throws Unchanged if there is nothing to do, or if the row is not as it was. */
async function compare<Row>(tx: Tx, run: Run<Row>, { _id, version }: Wanted): Promise<Found<Row>> {
  const { list, by, bulk } = run
  const isThere = await list.lock(tx, by.shop, _id)
  const [row] = isThere ? await list.read(tx, [_id]) : []
  if (!row) throw new Unchanged({ _id, name: '', state: 'refused', message: GONE, changes: [] })
  const [done] = await rowsOf(tx, bulk.id, _id)
  if (done) throw new Unchanged(doneAnswer(done))
  const plan = run.plan(row)
  const about = { _id, name: row.name, changes: 'changes' in plan ? plan.changes : [] }
  const now = run.versionOf(row)
  if (version !== null && now !== version) {
    const but = [bulk.id, bulk.undoOf ?? bulk.id]
    const who = await savedBy(tx, { subject: list.subject, id: _id, since: run.since, but })
    const message = who ? `${who} saved it meanwhile` : 'It has changed meanwhile'
    throw new Unchanged({ ...about, state: 'skipped', message, version: now })
  }
  if ('refused' in plan) throw new Unchanged({ ...about, state: 'refused', message: plan.refused })
  if (plan.changes.length === 0) throw new Unchanged({ ...about, state: 'unchanged' })
  return { row, changes: plan.changes, kept: plan.kept }
}
