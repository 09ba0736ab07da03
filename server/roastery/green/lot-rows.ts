/** The rows of lots of green coffee, and their lines in the change log. */
import type { GreenLot } from '#shared/roastery/api/green.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { greenLotFields } from '#shared/roastery/resources/green-lot.ts'
import type { Db, GreenLotRow, Tx } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { describedRows } from '#server/platform/resources/rows.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'

type Edited = Omit<
  GreenLotRow,
  'id' | 'arrived_on' | 'grams_left' | 'archived_at' | 'version' | 'created_at' | 'updated_at'
>
export const greenRows = describedRows<Edited>()(greenLotFields)

/** The row of a lot. Throws 404. */
export async function findLot(db: Db, id: string): Promise<GreenLotRow> {
  const row = await db.selectFrom('green_lots').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Lot')
  return row
}

/** The data of a lot as its form has it. */
export function toGreenLot(row: GreenLotRow): GreenLot {
  return { _id: row.id, ...greenRows.editOf(row), version: row.version }
}

/** Adds a line about a lot to the change log. */
export function recordLot(
  tx: Tx,
  shop: Pick<Shop, 'clock'>,
  user: SignedIn,
  { id, code, name }: Pick<GreenLotRow, 'id' | 'code' | 'name'>,
  action: string,
  changes: Change[] = [],
): Promise<void> {
  return logChange(tx, shop, user, { subject: 'green', id, name: `${code} ${name}`, action, changes })
}
