/** The grinds that the shop offers. The table has one row, which a migration adds. */
import type { Grinding, GrindingEdit } from '#shared/api/grinding.ts'
import { grindingFields } from '#shared/resources/grinding.ts'
import { isoNow } from '../time/clock.ts'
import type { Db } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { conflict } from '../errors.ts'
import { writeRecord } from '../record/record.ts'
import { rowsOf } from '../resources/rows.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'

const grindingRows = rowsOf(grindingFields)

/** The shop's grinds, and whether it offers them. */
export async function readGrinding(db: Db): Promise<Grinding> {
  const row = await db.selectFrom('grinding').selectAll().executeTakeFirstOrThrow()
  return { _id: row.id, ...grindingRows.editOf(row), version: row.version }
}

/** Saves the grinds. Throws 409 if `version` is given and another admin has saved them since. */
export async function updateGrinding(shop: Shop, admin: SignedIn, edit: GrindingEdit): Promise<Grinding> {
  const isSaved = await transact(shop.db, async (tx) => {
    const before = await tx
      .updateTable('grinding')
      .set((eb) => ({ version: eb('version', '+', 1), updated_at: isoNow(shop.clock) }))
      .$if(edit.version !== undefined, (query) => query.where('version', '=', edit.version!))
      .returningAll()
      .executeTakeFirst()
    if (!before) return false
    const columns = grindingRows.columnsOf(edit)
    await tx.updateTable('grinding').set(columns).execute()
    const changes = grindingRows.changesOf(before, columns)
    if (changes.length > 0)
      await writeRecord(tx, shop, admin, {
        subject: 'grinding',
        name: 'Grinding',
        action: 'Changed',
        changes,
      })
    return true
  })
  if (!isSaved) throw conflict('The grinds have changed since you opened them')
  shop.changed({ tag: 'Product' })
  return readGrinding(shop.db)
}
