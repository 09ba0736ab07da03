/** The rows of an uploaded file, which the job reads. They are deleted as soon as nothing needs them. */
import type { Db } from '../db/schema.ts'

export async function readRows(db: Db, id: string): Promise<string[][]> {
  const parts = await db
    .selectFrom('import_parts')
    .select('rows_json')
    .where('import_id', '=', id)
    .orderBy('position')
    .execute()
  return parts.flatMap((part) => JSON.parse(part.rows_json) as string[][])
}

export async function deleteRows(db: Db, id: string): Promise<void> {
  await db.deleteFrom('import_parts').where('import_id', '=', id).execute()
}
