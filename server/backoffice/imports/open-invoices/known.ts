/** What the ledger has of the accounts and the numbers of a file. */
import { lockLedger } from '#server/checkout/invoice-payments/book.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { CompanyRow, Db, InvoiceRow, ReceiptRow } from '#server/kernel/db/schema.ts'
import { nameOfCompany } from '#server/wholesale/accounts/rows.ts'
import { accountFinder } from '../accounts/find.ts'
import type { Item } from '../kind.ts'
import type { OpenInvoiceData } from './read.ts'

export type Known = {
  accountOf: (data: OpenInvoiceData) => CompanyRow | { column: string; value: string; problem: string }
  nameOf: (companyId: string) => string
  invoices: Map<string, InvoiceRow>
  /** Credit that was taken over, by its number. */
  credits: Map<string, ReceiptRow>
  /** The ids of those that staff have taken back. */
  undone: Set<string>
}

/** Numbers per query. The number of parameters of a statement is limited. */
const BATCH = 250

/** @param isApplying whether the ledgers of the accounts are locked until the end of the transaction */
export async function readKnown(
  db: Db,
  items: readonly Item<OpenInvoiceData>[],
  isApplying: boolean,
): Promise<Known> {
  const companies = await db.selectFrom('companies').selectAll().execute()
  const accountOf = await matcher(db, companies)
  // In one order, so that two imports at once do not wait for each other.
  const ids = new Set(items.flatMap(({ data }) => idOf(accountOf(data))))
  if (isApplying) for (const id of [...ids].toSorted()) await lockLedger(db, id).execute()
  const known: Known = {
    accountOf,
    nameOf: (id) => nameOfCompany(companies.find((company) => company.id === id)!),
    invoices: new Map(),
    credits: new Map(),
    undone: new Set(),
  }
  for (const part of inBatches(items, BATCH)) {
    const numbers = part.map(({ data }) => data.number)
    const invoices = await db.selectFrom('invoices').selectAll().where('number', 'in', numbers).execute()
    for (const row of invoices) known.invoices.set(row.number, row)
    const credits = await db
      .selectFrom('receipts')
      .selectAll()
      .where('former_number', 'in', numbers)
      .execute()
    for (const row of credits) known.credits.set(row.former_number!, row)
  }
  for (const part of inBatches([...known.credits.values()], BATCH)) {
    const undos = await db
      .selectFrom('receipts')
      .select('undoes_id')
      .where(
        'undoes_id',
        'in',
        part.map(({ id }) => id),
      )
      .execute()
    for (const { undoes_id } of undos) known.undone.add(undoes_id!)
  }
  return known
}

const idOf = (company: ReturnType<Known['accountOf']>) => ('problem' in company ? [] : [company.id])

/** Finds accounts by name, id or billing email. The email tells accounts with the same name apart. */
async function matcher(db: Db, companies: readonly CompanyRow[]): Promise<Known['accountOf']> {
  const find = await accountFinder(db)
  const byId = new Map(companies.map((company) => [company.id, company]))
  const byEmail = Map.groupBy(companies, ({ billing_email }) => billing_email.toLowerCase())
  const ofEmail = (email: string) => (email === '' ? [] : (byEmail.get(email.toLowerCase()) ?? []))
  return ({ account, email }) => {
    const named = account.includes('@')
      ? ofEmail(account)
      : [byId.get(account) ?? find(account).map((id) => byId.get(id)!)].flat()
    const mailed = ofEmail(email)
    const both = named.filter((company) => mailed.includes(company))
    const found = both.length > 0 ? both : named.length > 0 ? named : mailed
    if (found.length === 1) return found[0]!
    const column = account === '' ? 'Billing email' : 'Account'
    const value = account || email
    if (found.length > 1)
      return { column, value, problem: 'Several accounts fit. Write the billing email of one, or its number' }
    return { column, value, problem: 'There is no such account. Import the accounts first' }
  }
}
