/** The change log: each change by an admin adds a line that says who changed what and when. */
import { sql, type ExpressionBuilder } from 'kysely'
import { formatNumber } from '#shared/kernel/counts.ts'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type {
  Change,
  ChangeLogLine,
  ChangeLogSubject,
  changeLog as contract,
} from '#shared/platform/api/change-log.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { Db, ChangeLogRow, Schema } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import type { Shop } from '../shop.ts'
import { productsUpdated } from '../webhooks/events.ts'

const PAGE_SIZE = 20

/** The changed subject and its name; `id` is empty for subjects that exist only once. */
export type Changed = {
  subject: ChangeLogSubject
  id?: string
  name: string
  /** Text such as 'Created', 'Changed', 'Marked delivered'. */
  action: string
  changes?: Change[]
}

export type Actor = { _id: string | null; name: string }

/**
 * Writes a line. Pass the transaction of the change itself, so that both are committed together.
 * @param actor who made the change; the command line and scheduled jobs have a name but no account
 */
export async function logChange(tx: Db, shop: Pick<Shop, 'clock'>, actor: Actor, changed: Changed) {
  await logChanges(tx, shop, actor, [changed])
}

/** The step that writes a line, for `allOrNone`. */
export function changeStep(db: Db, shop: Pick<Shop, 'clock'>, actor: Actor, changed: Changed): Step {
  return { query: db.insertInto('record_lines').values(lineOf(shop, actor, newId(shop.clock), changed)) }
}

/** Writes several lines at once, at most a few hundred, because the number of values in a statement is limited. */
export async function logChanges(
  tx: Db,
  shop: Pick<Shop, 'clock'>,
  actor: Actor,
  all: readonly Changed[],
): Promise<void> {
  if (all.length === 0) return
  const lines = all.map((changed) => lineOf(shop, actor, newId(shop.clock), changed))
  await tx.insertInto('record_lines').values(lines).execute()
  // Every change of products by people has a line, so none is missed here. Bulk changes have a line for all their rows.
  const products = all.flatMap(({ subject, id = '' }) => (GOODS.has(subject) && id !== '' ? [id] : []))
  await productsUpdated(tx, shop, products)
}

/** A work of art is a product with a page of its own. */
const GOODS: ReadonlySet<ChangeLogSubject> = new Set(['product', 'work'])

/** Writes a line with this id, unless there is one. */
export async function logOnce(
  tx: Db,
  shop: Pick<Shop, 'clock'>,
  actor: Actor,
  id: string,
  changed: Changed,
): Promise<void> {
  await tx
    .insertInto('record_lines')
    .values(lineOf(shop, actor, id, changed))
    .onConflict((taken) => taken.column('id').doNothing())
    .execute()
}

function lineOf(
  { clock }: Pick<Shop, 'clock'>,
  actor: Actor,
  line: string,
  { subject, id = '', name, action, changes = [] }: Changed,
): ChangeLogRow {
  return {
    id: line,
    at: isoNow(clock),
    actor_id: actor._id,
    actor: actor.name,
    subject,
    subject_id: id,
    subject_name: name,
    action,
    changes: JSON.stringify(changes),
  }
}

/**
 * The fields that differ between two states of a row, in the order of `names`.
 * @param names column -> label of the field in the admin
 */
export function differences<Row extends object>(
  before: Row,
  after: Row,
  names: Partial<Record<keyof Row & string, string>>,
): Change[] {
  return (Object.entries(names) as [keyof Row & string, string][])
    .filter(([column]) => before[column] !== after[column])
    .map(([column, field]) => ({ field, before: toText(before[column]), after: toText(after[column]) }))
}

const SORT_KEYS = { date: sql`record_lines.at`, who: sql`record_lines.actor` }

/** A page of the change log, newest first or sorted. A page past the last page is empty. */
export async function listChangeLog(
  shop: Shop,
  { subject, subjectId, sort, ...asked }: Query<typeof contract.list>,
): Promise<Reply<typeof contract.list>> {
  const wanted = shop.db
    .selectFrom('record_lines')
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject!))
    .$if(subjectId !== undefined, (query) => query.where(isAbout(subjectId!)))
  const { total } = await wanted
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = planPage(total, asked, PAGE_SIZE)
  const by = [SORT_KEYS[sort ?? 'date'], sql`record_lines.id`]
  // The rows before this page are skipped in the index. Full rows are read only for this page.
  const ids = page.pick(wanted.select('id'), by)
  const full = shop.db.selectFrom('record_lines').selectAll().where('id', 'in', ids)
  const rows = await page.sort(full, by).execute()
  const bulks = await findBulks(shop.db, rows)
  const lines = rows.map(async (row) => {
    const bulk = bulks.get(row.id)
    return bulk ? { ...toLine(row), ...(await bulkOf(shop.db, row, bulk, subjectId)) } : toLine(row)
  })
  return { lines: await Promise.all(lines), ...page.numbers }
}

/** Lines about one row: its own, and the bulk changes with it. */
function isAbout(id: string) {
  return (eb: ExpressionBuilder<Schema, 'record_lines'>) =>
    eb.or([
      eb('subject_id', '=', id),
      eb('record_lines.id', 'in', eb.selectFrom('bulk_rows').select('bulk_id').where('row_id', '=', id)),
    ])
}

type Bulk = { list: string; count: number; undone: number }

/** The bulk changes among these lines, by id. Their lines have no id of a row. */
async function findBulks(db: Db, lines: readonly ChangeLogRow[]): Promise<Map<string, Bulk>> {
  const ids = lines.flatMap(({ id, subject_id: subjectId }) => (subjectId === '' ? [id] : []))
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('bulk_changes as bulk')
    .select((eb) => [
      'bulk.id',
      'list',
      eb
        .selectFrom('bulk_rows')
        .whereRef('bulk_id', '=', 'bulk.id')
        .select((rows) => rows.fn.countAll<number>().as('count'))
        .$asScalar()
        .$castTo<number>()
        .as('count'),
      eb
        .selectFrom('bulk_changes as undo')
        .whereRef('undo.undo_of', '=', 'bulk.id')
        .select((rows) => rows.fn.countAll<number>().as('count'))
        .$asScalar()
        .$castTo<number>()
        .as('undone'),
    ])
    .where('bulk.id', 'in', ids)
    .execute()
  return new Map(found.map(({ id, ...bulk }) => [id, bulk]))
}

/** The rows of a bulk change that the list shows. */
const SHOWN_ROWS = 3

/** What the line of a bulk change says besides. With `only`, it says what happened to that row. */
async function bulkOf(
  db: Db,
  { id, subject_name: many }: ChangeLogRow,
  { list, count, undone }: Bulk,
  only: string | undefined,
): Promise<Pick<ChangeLogLine, 'subjectName' | 'changes' | 'bulk'>> {
  const shown = await bulkRows(db, id)
    .$if(only !== undefined, (query) => query.where('row_id', '=', only!))
    .limit(SHOWN_ROWS)
    .execute()
  const isOne = count === 1 || only !== undefined
  const changes = shown.flatMap(({ name, changes: own }) =>
    (JSON.parse(own) as Change[]).map((each) =>
      isOne ? each : { ...each, field: `${name}: ${each.field}` },
    ),
  )
  const subjectName = isOne ? shown[0]!.name : `${formatNumber(count)} ${many}`
  return { subjectName, changes, bulk: { list, rows: count, isUndone: undone > 0 } }
}

/** The rows of a bulk change, by name. */
function bulkRows(db: Db, id: string) {
  return db
    .selectFrom('bulk_rows')
    .select(['row_id', 'name', 'changes'])
    .where('bulk_id', '=', id)
    .orderBy('name')
    .orderBy('row_id')
}

/** All rows of a bulk change. Throws 404. */
export async function listBulkRows({ db }: Shop, id: string): Promise<Reply<typeof contract.rows>> {
  const rows = await bulkRows(db, id).execute()
  if (rows.length === 0) throw notFound('Bulk change')
  return {
    rows: rows.map(({ row_id, name, changes }) => {
      return { _id: row_id, name, changes: JSON.parse(changes) as Change[] }
    }),
  }
}

function toLine(row: ChangeLogRow): ChangeLogLine {
  return {
    _id: row.id,
    at: row.at,
    by: row.actor,
    subject: row.subject,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    action: row.action,
    changes: JSON.parse(row.changes) as Change[],
  }
}

const MAX_CHARACTERS = 120

/** Shortens long texts: the change log shows that they changed, not their complete content. */
export function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return shortened(typeof value === 'string' ? value : JSON.stringify(value))
}
