/** Finds wholesale accounts by the names that files of other programs have for them. */
import { nameKey } from '#shared/wholesale/name-key.ts'
import type { Db } from '#server/kernel/db/schema.ts'

/** The ids of the accounts that a name can mean. */
export type AccountFinder = (name: string) => readonly string[]

/**
 * Reads the names of all accounts. A name is the legal name of an account, a name under which it was imported, or else its
 * trade name, all without case, punctuation and accents.
 */
export async function accountFinder(db: Db): Promise<AccountFinder> {
  const companies = await db
    .selectFrom('companies')
    .select(['id', 'legal_name', 'trade_name'])
    .orderBy('id')
    .execute()
  const links = await db.selectFrom('imported_accounts').selectAll().execute()
  const legal = Map.groupBy(companies, (row) => nameKey(row.legal_name))
  const trade = Map.groupBy(companies, (row) => nameKey(row.trade_name))
  const imported = new Map(links.map((row) => [row.name_key, row.company_id]))
  return (name) => {
    const key = nameKey(name)
    if (key === '') return []
    const link = imported.get(key)
    const byName = legal.get(key) ?? (link ? undefined : trade.get(key))
    return byName?.map(({ id }) => id) ?? (link ? [link] : [])
  }
}
