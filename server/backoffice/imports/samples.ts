/** Sample files of the kinds that come from no other shop: all columns, and some rows to replace. */
import type { Query } from '#shared/platform/api/endpoint.ts'
import type { imports } from '#shared/backoffice/api/imports.ts'
import { csvHead, csvLine } from '#server/kernel/text/csv.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import { ACCOUNT_COLUMNS } from './accounts/columns.ts'
import type { FileColumn } from './file-head.ts'
import { OPEN_INVOICE_COLUMNS } from './open-invoices/read.ts'
import { samplePrices } from './price-lists/sample.ts'

const COLUMNS: Record<'accounts' | 'open-invoices', readonly FileColumn[]> = {
  accounts: Object.values(ACCOUNT_COLUMNS),
  'open-invoices': Object.values(OPEN_INVOICE_COLUMNS),
}

/** A file that can be imported as it is. Prices are for goods of the shop. */
export async function sampleFile(
  { db }: Pick<Shop, 'db'>,
  { kind }: Query<typeof imports.sample>,
): Promise<Download> {
  const own = kind === 'price-lists' ? await samplePrices(db) : COLUMNS[kind]
  const columns = own.filter(({ sample }) => sample !== null)
  const count = Math.max(...columns.map(({ sample }) => sample!.length))
  const lines = Array.from({ length: count }, (_, row) =>
    csvLine(columns.map(({ sample }) => sample![row] ?? '')),
  )
  return {
    name: `${kind}-sample.csv`,
    content: [csvHead(columns.map(({ name }) => name)), ...lines].join(''),
  }
}
