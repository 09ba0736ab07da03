/** The rows of an uploaded file, which the job reads. They are deleted as soon as nothing needs them. */
import type { Db } from '#server/kernel/db/schema.ts'

/** @param pause called after each part of the file, so that the server can answer other requests */
export async function readRows(db: Db, id: string, pause: () => Promise<void>): Promise<string[][]> {
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

export async function deleteRows(db: Db, id: string): Promise<void> {
  await db.deleteFrom('import_parts').where('import_id', '=', id).execute()
}
