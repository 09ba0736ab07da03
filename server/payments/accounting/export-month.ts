import type { AccountingFile } from '#shared/payments/api/accounting.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Download } from '#server/platform/http/serve.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { ACCOUNTING } from '#server/platform/settings/groups.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import type { Shop } from '#server/platform/shop.ts'
import { writeFile } from './files.ts'
import { readBooks } from './months.ts'

/**
 * A file of a month. The file of a closed month has the account names that were stored when the month was closed, so it
 * never changes. Throws 404 for an unknown month or part.
 */
export async function exportMonth(
  shop: Shop,
  admin: SignedIn,
  { month, file }: { month: string; file: AccountingFile },
  part: number,
): Promise<Download> {
  const { lines, closing } = await readBooks(shop.db, shop, month)
  const accounts = closing?.accounts ?? (await readSettings(shop.db, ACCOUNTING))
  const content = writeFile(file, part, lines, accounts)
  if (content === null) throw notFound('File')
  await logChange(shop.db, shop, admin, {
    subject: 'accounting',
    name: `${month}, ${file}`,
    action: 'Exported',
  })
  const suffix = part === 1 ? '' : `-${part}`
  return { name: `accounting-${month}-${file}${suffix}.csv`, content }
}
