/** Groups of settings that admins change: one row per group, with a version and a line in the change log for each change. */
import type { ColumnsOf, EditOf, Fields, Name } from '#shared/platform/resources/described.ts'
import type { Override } from '#server/kernel/config/config.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { Refusal, conflict } from '#server/kernel/errors.ts'
import { logChange, type Actor } from '../change-log/change-log.ts'
import { rowsOf } from '../resources/rows.ts'
import type { Change, Shop } from '../shop.ts'
import { nowAt, type ShopNow } from '#server/kernel/time/shop-days.ts'

/** A group: its id, its name in the change log, its fields, and the values before the first save. */
export type Group<F extends Fields, Id extends string> = {
  id: Id
  name: string
  fields: F
  defaults: EditOf<F>
  /** The variables of the environment that override the saved value of a field. */
  variables?: { [N in Name<F>]?: Override }
  /** The problems of an edit that the contract cannot find, because they depend on the saved values or on the time. */
  problemsOf?: (edit: EditOf<F>, before: EditOf<F>, now: ShopNow) => Record<string, string>
  /** The rows whose public answers contain the settings. */
  alsoChanged?: readonly Change[]
}

export type Saved<F extends Fields, Id extends string> = EditOf<F> & {
  _id: Id
  version: number
  /** The fields whose values the environment sets, with their variables. */
  fixed: Record<string, string>
}

/** The values of a group. A field that is newer than the last save has its default. */
export async function readSettings<F extends Fields, Id extends string>(
  db: Db,
  group: Pick<Group<F, Id>, 'id' | 'fields' | 'defaults'>,
): Promise<EditOf<F> & { _id: Id; version: number }> {
  const { version, columns } = await find(db, group)
  return { ...rowsOf(group.fields).editOf(columns), _id: group.id, version }
}

/** The values of a group, with those that the environment sets. */
export async function settingsIn<F extends Fields, Id extends string>(
  shop: Pick<Shop, 'db' | 'config'>,
  group: Group<F, Id>,
): Promise<Saved<F, Id>> {
  return withFixed(shop, group, await readSettings(shop.db, group))
}

/**
 * Saves a group. Throws 409 if it was saved after `version`, and 400 for a field that cannot have its new value.
 * @param requireAllowed throws if the new values are not allowed; it runs in the transaction that has locked the group
 */
export async function saveSettings<F extends Fields, Id extends string>(
  shop: Shop,
  admin: Actor,
  group: Group<F, Id>,
  { version, ...edit }: EditOf<F> & { version: number },
  requireAllowed: (tx: Tx) => Promise<void> = async () => {},
): Promise<Saved<F, Id>> {
  const { id, name, fields } = group
  const { columnsOf, changesOf } = rowsOf(fields)
  const isSaved = await transact(shop.db, async (tx) => {
    const before = await find(tx, group)
    if (before.version !== version) return false
    requireValid(shop, group, edit as EditOf<F>, rowsOf(fields).editOf(before.columns))
    const after = { ...columnsOf(edit as EditOf<F>), ...fixedColumns(shop, group, before.columns) }
    const row = { id, version: version + 1, value: JSON.stringify(after), updated_at: isoNow(shop.clock) }
    const { numInsertedOrUpdatedRows: changed } = await tx
      .insertInto('settings')
      .values(row)
      .onConflict((taken) => taken.column('id').doUpdateSet(row).where('settings.version', '=', version))
      .executeTakeFirstOrThrow()
    // Another save was committed in the meantime.
    if (changed !== 1n) return false
    await requireAllowed(tx)
    const changes = changesOf(before.columns, after)
    if (changes.length > 0)
      await logChange(tx, shop, admin, { subject: 'setting', id, name, action: 'Changed', changes })
    return true
  })
  if (!isSaved) throw conflict('These settings have changed since you opened the form')
  for (const change of [{ tag: 'Settings' } as const, ...(group.alsoChanged ?? [])]) shop.changed(change)
  return settingsIn(shop, group)
}

/** Throws 400 with the message of each field that cannot have its new value. */
function requireValid<F extends Fields, Id extends string>(
  shop: Shop,
  group: Group<F, Id>,
  edit: EditOf<F>,
  before: EditOf<F>,
): void {
  const current = withFixed(shop, group, { ...before, _id: group.id, version: 0 })
  const changed = Object.entries(current.fixed).filter(
    ([field]) => JSON.stringify(edit[field]) !== JSON.stringify(current[field]),
  )
  const fields: Record<string, string> = {
    ...Object.fromEntries(
      changed.map(([field, variable]) => [field, `Set by ${variable} in the environment`]),
    ),
    ...group.problemsOf?.(edit, before, nowAt(shop.clock)),
  }
  const [field, message] = Object.entries(fields)[0] ?? []
  if (field !== undefined) throw new Refusal(400, message!, { field, fields })
}

/** The values of a group with those that the environment sets. */
export function withFixed<F extends Fields, Id extends string>(
  { config }: Pick<Shop, 'config'>,
  { variables = {} }: Pick<Group<F, Id>, 'variables'>,
  saved: EditOf<F> & { _id: Id; version: number },
): Saved<F, Id> {
  const set = Object.entries(variables as Record<string, Override>).filter(
    ([, variable]) => config.fixed[variable] !== undefined,
  )
  const values = Object.fromEntries(set.map(([field, variable]) => [field, config.fixed[variable]]))
  return { ...saved, ...values, fixed: Object.fromEntries(set) }
}

/** The saved values of the fields that the environment sets, which a save keeps. */
function fixedColumns<F extends Fields, Id extends string>(
  { config }: Pick<Shop, 'config'>,
  { fields, variables = {} }: Group<F, Id>,
  before: ColumnsOf<F>,
): Partial<ColumnsOf<F>> {
  const kept = Object.entries(variables as Record<string, Override>)
    .filter(([, variable]) => config.fixed[variable] !== undefined)
    .map(([field]) => fields[field]!.column)
  const stored = before as Record<string, unknown>
  return Object.fromEntries(kept.map((column) => [column, stored[column]])) as Partial<ColumnsOf<F>>
}

async function find<F extends Fields, Id extends string>(
  db: Db,
  group: Pick<Group<F, Id>, 'id' | 'fields' | 'defaults'>,
): Promise<{ version: number; columns: ColumnsOf<F> }> {
  const row = await db.selectFrom('settings').selectAll().where('id', '=', group.id).executeTakeFirst()
  return storedIn(group, row)
}

/** The version and the columns of a group in its row; the defaults if it has none. */
export function storedIn<F extends Fields, Id extends string>(
  { fields, defaults }: Pick<Group<F, Id>, 'fields' | 'defaults'>,
  row: { version: number; value: string } | undefined,
): { version: number; columns: ColumnsOf<F> } {
  const blank = rowsOf(fields).columnsOf(defaults)
  return { version: row?.version ?? 0, columns: { ...blank, ...(row ? JSON.parse(row.value) : {}) } }
}
