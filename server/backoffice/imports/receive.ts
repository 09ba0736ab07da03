/** Takes an uploaded file, and stores its rows for the job that reads them. */
import { MAX_IMPORT_ROWS, type ImportKind, type ImportRun } from '#shared/backoffice/api/imports.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest } from '#server/kernel/errors.ts'
import type { ReceivedFile } from '#server/platform/http/receive-files.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { csvRowsOf, NotCsv } from '#server/kernel/text/csv.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { getImport } from './runs.ts'

/** Rows in a part: few enough for a short statement. */
const PART = 200
/** Parts that are stored together. */
const TOGETHER = 10

/** Stores the rows of a file. Throws 400 if it is not CSV, has no rows, or has too many. */
export async function receiveFile(
  shop: Shop,
  actor: SignedIn,
  kind: ImportKind,
  [file]: readonly ReceivedFile[],
): Promise<ImportRun> {
  const { parts, count } = await readParts(file!.path)
  if (count === 0) throw badRequest('There is no row below the column names')
  const id = newId(shop.clock)
  await transact(shop.db, async (tx) => {
    await tx
      .insertInto('imports')
      .values({
        id,
        kind,
        source: null,
        file_name: file!.name || 'file.csv',
        state: 'reading',
        row_count: count,
        actor_id: actor._id,
        actor: actor.name,
        claim: null,
        claimed_until: null,
        created_at: isoNow(shop.clock),
        started_at: null,
        ended_at: null,
      })
      .execute()
    const rows = parts.map((rows_json, position) => ({ import_id: id, position, rows_json }))
    for (const some of inBatches(rows, TOGETHER)) await tx.insertInto('import_parts').values(some).execute()
  })
  shop.importSignal.raise()
  return getImport(shop, id)
}

/** The rows of the file as JSON, in parts, and the number of rows that are not empty, without the column names. */
async function readParts(path: string): Promise<{ parts: string[]; count: number }> {
  const parts: string[] = []
  let part: string[][] = []
  let count = -1
  try {
    for await (const row of csvRowsOf(path)) {
      if (row.some((cell) => cell.trim() !== '')) count++
      if (count > MAX_IMPORT_ROWS)
        throw badRequest(`There are more than ${formatNumber(MAX_IMPORT_ROWS)} rows. Split the file`)
      part.push(row)
      if (part.length < PART) continue
      parts.push(JSON.stringify(part))
      part = []
    }
  } catch (error) {
    throw error instanceof NotCsv ? badRequest(`Row ${error.row}: ${error.message}`) : error
  }
  if (part.length > 0) parts.push(JSON.stringify(part))
  return { parts, count: Math.max(0, count) }
}
