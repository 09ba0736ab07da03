/** Which months have files to download while the shop makes no new ones, and which files must be downloaded before it stops. */
import type { AccountingFile } from '#shared/payments/api/accounting.ts'
import type { PartState } from '#shared/platform/parts.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { owedOf, type Owed } from '#server/platform/settings/parts.ts'

/** The files that belong together: a month in accounting software needs both. */
const PAIRS: readonly (readonly [AccountingFile, AccountingFile])[] = [
  ['quickbooks-journal', 'quickbooks-bank'],
  ['xero-journal', 'xero-bank'],
]

/**
 * The open months of which one file was exported for accounting software and the other was not. The files of closed months stay.
 * @param db may be a transaction
 */
export async function accountingFilesOwed(db: Db): Promise<Owed[]> {
  const closed = await db.selectFrom('accounting_months').select('month').execute()
  const isClosed = new Set(closed.map(({ month }) => month))
  const half = [...(await exportedFiles(db))].filter(
    ([month, files]) =>
      !isClosed.has(month) && PAIRS.some(([one, other]) => files.has(one) !== files.has(other)),
  )
  const things = ['month with one of two files exported', 'months with one of two files exported'] as const
  return owedOf(half.length, things, '/admin/books')
}

/**
 * Whether the files of a month can be downloaded: always if the month is closed. While the shop makes no new files, also those of
 * an open month of which a file was exported before.
 */
export async function mayExport(
  db: Db,
  state: PartState,
  { month, isClosed }: { month: string; isClosed: boolean },
): Promise<boolean> {
  if (state === 'on' || isClosed) return true
  return state === 'closing' && (await exportedFiles(db)).has(month)
}

/** The files that were exported of each month. */
async function exportedFiles(db: Db): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('record_lines')
    .select('subject_name')
    .where('subject', '=', 'accounting')
    .where('action', '=', 'Exported')
    .distinct()
    .execute()
  const files = rows.map(({ subject_name: name }) => name.split(', '))
  const byMonth = Map.groupBy(files, ([month]) => month!)
  return new Map([...byMonth].map(([month, all]) => [month, new Set(all.map(([, file]) => file!))]))
}
