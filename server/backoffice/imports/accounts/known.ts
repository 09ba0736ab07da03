/** What the shop has already of the accounts in a file. */
import { nameKey } from '#shared/wholesale/name-key.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { BuyerRow, CertificateRow, CompanyRow, Db, LocationRow } from '#server/kernel/db/schema.ts'
import type { Item } from '../kind.ts'
import { accountFinder, type AccountFinder } from './find.ts'
import type { AccountData } from './read.ts'

/** Accounts per query. The number of parameters of a statement is limited. */
const BATCH = 250

/** An account with all that belongs to it, also people who were removed. */
export type KnownAccount = {
  company: CompanyRow
  locations: LocationRow[]
  people: BuyerRow[]
  certificates: CertificateRow[]
}

export type Known = {
  find: AccountFinder
  accounts: ReadonlyMap<string, KnownAccount>
  /** The ids of price lists by their names without case and punctuation, and the names by id. */
  priceLists: ReadonlyMap<string, { id: string; name: string }>
}

export async function readKnown(db: Db, items: readonly Item<AccountData>[]): Promise<Known> {
  const find = await accountFinder(db)
  const ids = new Set(items.flatMap(({ name }) => find(name)))
  const accounts = new Map<string, KnownAccount>()
  for (const part of inBatches([...ids], BATCH)) {
    const companies = await db.selectFrom('companies').selectAll().where('id', 'in', part).execute()
    const [locations, people, certificates] = [
      await db.selectFrom('locations').selectAll().where('company_id', 'in', part).orderBy('id').execute(),
      await db.selectFrom('buyers').selectAll().where('company_id', 'in', part).orderBy('id').execute(),
      await db.selectFrom('certificates').selectAll().where('company_id', 'in', part).orderBy('id').execute(),
    ]
    const [byPlace, byPerson, byPaper] = [byAccount(locations), byAccount(people), byAccount(certificates)]
    for (const company of companies)
      accounts.set(company.id, {
        company,
        locations: byPlace.get(company.id) ?? [],
        people: byPerson.get(company.id) ?? [],
        certificates: byPaper.get(company.id) ?? [],
      })
  }
  const lists = await db.selectFrom('price_lists').select(['id', 'name']).orderBy('id').execute()
  return { find, accounts, priceLists: new Map(lists.map((list) => [nameKey(list.name), list])) }
}

function byAccount<R extends { company_id: string }>(rows: R[]): Map<string, R[]> {
  return Map.groupBy(rows, (row) => row.company_id)
}
