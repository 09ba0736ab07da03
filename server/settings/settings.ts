/** Groups of settings that admins change: one row per group, with a version and a line in the record for each change. */
import { ACCOUNTING_DEFAULTS, accountingFields } from '#shared/resources/accounting.ts'
import type { ColumnsOf, EditOf, Fields } from '#shared/resources/described.ts'
import { GRINDING_DEFAULTS, grindingFields } from '#shared/resources/grinding.ts'
import { SHIPPING_DEFAULTS, shippingFields } from '#shared/resources/shipping.ts'
import { isoNow } from '../time/clock.ts'
import type { Db } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { conflict } from '../errors.ts'
import { writeRecord } from '../record/record.ts'
import { rowsOf } from '../resources/rows.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import type { Shop } from '../shop.ts'

/** A group: its id, its name in the record, its fields, and the values before the first save. */
type Group<F extends Fields, Id extends string> = { id: Id; name: string; fields: F; defaults: EditOf<F> }

export const SHIPPING = group({
  id: 'shipping',
  name: 'Roasting and shipping',
  fields: shippingFields,
  defaults: SHIPPING_DEFAULTS,
})

export const GRINDING = group({
  id: 'grinding',
  name: 'Grinding',
  fields: grindingFields,
  defaults: GRINDING_DEFAULTS,
})

export const ACCOUNTING = group({
  id: 'accounting',
  name: 'Accounting',
  fields: accountingFields,
  defaults: ACCOUNTING_DEFAULTS,
})

function group<F extends Fields, Id extends string>(described: Group<F, Id>): Group<F, Id> {
  return described
}

/** The values of a group. A field that is newer than the last save has its default. */
export async function readSettings<F extends Fields, Id extends string>(
  db: Db,
  { id, fields, defaults }: Group<F, Id>,
): Promise<EditOf<F> & { _id: Id; version: number }> {
  const { version, columns } = await find(db, { id, fields, defaults })
  return { ...rowsOf(fields).editOf(columns), _id: id, version }
}

/** Saves a group. Throws 409 if it was saved after `version`. */
export async function saveSettings<F extends Fields, Id extends string>(
  shop: Shop,
  admin: SignedIn,
  settings: Group<F, Id>,
  { version, ...edit }: EditOf<F> & { version: number },
): Promise<EditOf<F> & { _id: Id; version: number }> {
  const { id, name, fields } = settings
  const after = rowsOf(fields).columnsOf(edit as EditOf<F>)
  const row = { id, version: version + 1, value: JSON.stringify(after), updated_at: isoNow(shop.clock) }
  const isSaved = await transact(shop.db, async (tx) => {
    const before = await find(tx, settings)
    if (before.version !== version) return false
    const { numInsertedOrUpdatedRows: changed } = await tx
      .insertInto('settings')
      .values(row)
      .onConflict((taken) => taken.column('id').doUpdateSet(row).where('settings.version', '=', version))
      .executeTakeFirstOrThrow()
    // Another save was committed in the meantime.
    if (changed !== 1n) return false
    const changes = rowsOf(fields).changesOf(before.columns, after)
    if (changes.length > 0)
      await writeRecord(tx, shop, admin, { subject: 'setting', id, name, action: 'Changed', changes })
    return true
  })
  if (!isSaved) throw conflict('These settings have changed since you opened the form')
  shop.changed({ tag: 'Settings' })
  return readSettings(shop.db, settings)
}

async function find<F extends Fields, Id extends string>(
  db: Db,
  { id, fields, defaults }: Pick<Group<F, Id>, 'id' | 'fields' | 'defaults'>,
): Promise<{ version: number; columns: ColumnsOf<F> }> {
  const row = await db.selectFrom('settings').selectAll().where('id', '=', id).executeTakeFirst()
  const blank = rowsOf(fields).columnsOf(defaults)
  return { version: row?.version ?? 0, columns: { ...blank, ...(row ? JSON.parse(row.value) : {}) } }
}
