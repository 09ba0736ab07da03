/** Cuppings of roasted batches. The scores of the form are stored as JSON; the server computes the total. */
import type { Cupping, CuppingEdit } from '#shared/roastery/api/batches.ts'
import {
  cuppingFields,
  CUPS,
  SCA_SCORES,
  scaTotal,
  SHORT_SCORES,
} from '#shared/roastery/resources/cupping.ts'
import { applies, type ColumnsOf, mapped } from '#shared/platform/resources/described.ts'
import { requireBatch } from './batches.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import type { Cuppings } from '#server/kernel/db/tables/roastery.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import { attemptOf, type RequestKey, transactOnce } from '#server/platform/http/idempotency.ts'
import { roastedOn } from '#server/kernel/time/roasted-on.ts'
import { logChange, type Changed } from '#server/platform/change-log/change-log.ts'
import { rowsOf } from '#server/platform/resources/rows.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'

const OTHERS = 50
const ADDING = { route: 'POST /api/roastery/batches/:id/cuppings', what: 'cupping' }
const fields = rowsOf(cuppingFields)
type Columns = ColumnsOf<typeof cuppingFields>
type Row = Omit<Cuppings, 'version' | 'notes'> & { version: number; notes: string }
type RowOfBatch = Row & { code: string; roasts_on: string; roasted_at: string | null }

/** The cuppings of a batch, and the last ones of other batches of its roast, newest first. Throws 404. */
export async function cuppingsOfBatch(
  { db }: Pick<Shop, 'db'>,
  batchId: string,
): Promise<{ cuppings: Cupping[]; others: Cupping[] }> {
  const { roast_id: roast } = await requireBatch(db, batchId)
  const newest = rowsWithBatch(db).orderBy('cupped_on', 'desc').orderBy('cuppings.id', 'desc')
  const own = await newest.where('batch_id', '=', batchId).execute()
  const others = await newest
    .where('roast_id', '=', roast)
    .where('batch_id', '<>', batchId)
    .limit(OTHERS)
    .execute()
  return { cuppings: own.map(toCupping), others: others.map(toCupping) }
}

/**
 * Adds a cupping, once per idempotency key. Throws 404, 409 if the batch is not roasted, and 400 for scores that are
 * missing or impossible.
 */
export async function addCupping(
  shop: Shop,
  actor: SignedIn,
  batchId: string,
  edit: CuppingEdit,
  key: RequestKey | null,
): Promise<Cupping> {
  const now = isoNow(shop.clock)
  const id = newId(shop.clock)
  const attempt = attemptOf(actor, ADDING, key)
  return transactOnce(shop, attempt, async (tx) => {
    const batch = await requireBatch(tx, batchId)
    if (batch.state !== 'roasted') throw conflict(`Batch ${batch.code} is not roasted yet`)
    await requirePossible(tx, shop, batchId, edit)
    await tx
      .insertInto('cuppings')
      .values({ id, batch_id: batchId, ...rowOf(edit), version: 1, created_at: now, updated_at: now })
      .execute()
    await record(tx, shop, actor, { id: batchId, name: batch.code, action: 'Added a cupping' })
    return getCupping(tx, id)
  })
}

/** Saves a cupping. Throws 404, 409 if `version` is outdated, and 400 as `addCupping` does. */
export async function saveCupping(
  shop: Shop,
  actor: SignedIn,
  id: string,
  edit: CuppingEdit,
): Promise<Cupping> {
  const isSaved = await transact(shop.db, async (tx) => {
    const before = await findRow(tx, id)
    if (edit.version !== undefined && edit.version !== before.version) return false
    await requirePossible(tx, shop, before.batch_id, edit)
    const saved = await tx
      .updateTable('cuppings')
      .set({ ...rowOf(edit), version: before.version + 1, updated_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .where('version', '=', before.version)
      .returning('id')
      .executeTakeFirst()
    if (!saved) return false
    const changes = fields.changesOf(columnsOf(before), fields.columnsOf(edit))
    const changed = { id: before.batch_id, name: before.code, action: 'Changed a cupping', changes }
    if (changes.length > 0) await record(tx, shop, actor, changed)
    return true
  })
  if (!isSaved) throw conflict('This cupping has changed since you opened the form')
  return getCupping(shop.db, id)
}

/** Deletes a cupping. Throws 404. */
export async function removeCupping(shop: Shop, actor: SignedIn, id: string): Promise<{ message: string }> {
  await transact(shop.db, async (tx) => {
    const { batch_id: batchId, code: name } = await findRow(tx, id)
    const removed = await tx.deleteFrom('cuppings').where('id', '=', id).returning('id').executeTakeFirst()
    if (!removed) throw notFound('Cupping')
    await record(tx, shop, actor, { id: batchId, name, action: 'Deleted a cupping' })
  })
  return { message: 'The cupping is deleted' }
}

function rowsWithBatch(db: Db) {
  return db
    .selectFrom('cuppings')
    .innerJoin('batches', 'batches.id', 'cuppings.batch_id')
    .selectAll('cuppings')
    .select(['batches.code', 'batches.roasts_on', 'batches.roasted_at'])
}

async function findRow(db: Db, id: string): Promise<RowOfBatch> {
  const row = await rowsWithBatch(db).where('cuppings.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Cupping')
  return row
}

async function getCupping(db: Db, id: string): Promise<Cupping> {
  return toCupping(await findRow(db, id))
}

function toCupping(row: RowOfBatch): Cupping {
  return {
    _id: row.id,
    batch: { _id: row.batch_id, code: row.code, roastsOn: roastedOn(row) },
    ...fields.editOf(columnsOf(row)),
    total: row.total_hundredths === null ? null : row.total_hundredths / 100,
    version: row.version,
  }
}

/** The columns of the description, of which the scores are JSON in the row. A missing score has its blank value. */
function columnsOf({ scores, form, cupped_on, cupper, notes }: Row): Columns {
  const blank = Object.fromEntries(
    Object.values(cuppingFields).map(({ column, blank: value }) => [column, value]),
  )
  return { ...blank, ...JSON.parse(scores), form, cupped_on, cupper, notes } as Columns
}

function rowOf(edit: CuppingEdit) {
  const { form, cupped_on, cupper, notes, ...scores } = fields.columnsOf(edit)
  const total = edit.form === 'SCA form' ? scaTotal(edit) : null
  const own = Object.values(cuppingFields)
    .filter((field) => field.column in scores && field.onlyWhen && applies(field, edit))
    .map(({ column }) => [column, scores[column as keyof typeof scores]])
  return {
    form,
    cupped_on,
    cupper,
    notes,
    scores: JSON.stringify(Object.fromEntries(own)),
    total_hundredths: total === null ? null : Math.round(total * 100),
  }
}

/** Throws 400 with the problems of the fields. */
async function requirePossible(db: Db, shop: Shop, batchId: string, edit: CuppingEdit): Promise<void> {
  const batch = await db
    .selectFrom('batches')
    .where('id', '=', batchId)
    .select(['roasts_on', 'roasted_at'])
    .executeTakeFirstOrThrow()
  const names = edit.form === 'SCA form' ? SCA_SCORES : SHORT_SCORES
  const missing = names.filter((name) => edit[name] === null)
  const { day } = nowAt(shop.clock)
  const problems = {
    ...(edit.cuppedOn < roastedOn(batch) ? { cuppedOn: 'The coffee was roasted later' } : {}),
    ...(edit.cuppedOn > day ? { cuppedOn: 'This day is in the future' } : {}),
    ...Object.fromEntries(missing.map((name) => [name, `Choose a score for ${labelOf(name)}`])),
    ...(edit.form === 'SCA form' && edit.taintCups + edit.faultCups > CUPS
      ? { faultCups: `There are only ${CUPS} cups` }
      : {}),
  }
  const [problem] = Object.values(problems)
  if (problem) throw new Refusal(400, problem, { fields: problems })
}

const LABELS = mapped(cuppingFields, ({ label }) => label.toLowerCase())
const labelOf = (name: keyof typeof cuppingFields) => LABELS[name]

type Recorded = Omit<Changed, 'subject'>

function record(tx: Tx, shop: Shop, actor: SignedIn, recorded: Recorded): Promise<void> {
  return logChange(tx, shop, actor, { subject: 'batch', ...recorded })
}
