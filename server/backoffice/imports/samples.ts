/** Sample files of the kinds that come from no other shop: all columns, and some rows to replace. */
import type { Query } from '#shared/platform/api/endpoint.ts'
import type { imports } from '#shared/backoffice/api/imports.ts'
import { csvHead, csvLine } from '#server/kernel/text/csv.ts'
import type { Download } from '#server/platform/http/serve.ts'
import { ACCOUNT_COLUMNS } from './accounts/columns.ts'
import { OPEN_INVOICE_COLUMNS } from './open-invoices/read.ts'
import { PRICE_LIST_COLUMNS } from './price-lists/columns.ts'

type SampleColumn = { name: string; sample: readonly string[] | null }

const COLUMNS: Record<Query<typeof imports.sample>['kind'], readonly SampleColumn[]> = {
  accounts: ACCOUNT_COLUMNS,
  'price-lists': Object.values(PRICE_LIST_COLUMNS),
  'open-invoices': Object.values(OPEN_INVOICE_COLUMNS),
}

/** A file that can be imported as it is. */
export async function sampleFile({ kind }: Query<typeof imports.sample>): Promise<Download> {
  const columns = COLUMNS[kind].filter(({ sample }) => sample !== null)
  const count = Math.max(...columns.map(({ sample }) => sample!.length))
  const lines = Array.from({ length: count }, (_, row) =>
    csvLine(columns.map(({ sample }) => sample![row] ?? '')),
  )
  return {
    name: `${kind}-sample.csv`,
    content: [csvHead(columns.map(({ name }) => name)), ...lines].join(''),
  }
}
