/** The wholesale of the demo: its accounts with all their orders and their ledger, its price list and its routes. */
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { BATCH, demoIds, deleteRows, type Marks } from './marks.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'

/**
 * The orders of invented accounts that the owner has made. They cannot stay without the account that owes them, and are removed
 * with it.
 */
export async function ordersOfAccounts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .where('company_id', 'in', demoIds(db, 'companies'))
    .where('orders.id', 'not in', demoIds(db, 'orders'))
    .select('orders.id')
    .union(
      db
        .selectFrom('invoice_payments')
        .where('company_id', 'in', demoIds(db, 'companies'))
        .where('order_id', 'not in', demoIds(db, 'orders'))
        .select('order_id as id'),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the accounts with their ledger. Call it before their orders are removed. Returns how many accounts they were. */
export async function removeWholesale(tx: Tx, marks: Marks): Promise<number> {
  const companies = marks('companies')
  for (const ids of inBatches(companies, BATCH)) await removeLedger(tx, ids)
  const places = await tx
    .selectFrom('locations')
    .select('id')
    .where('company_id', 'in', orNone(companies))
    .execute()
  const ids = places.map(({ id }) => id)
  for (const table of ['week_links', 'run_stops', 'van_route_stops'] as const)
    await deleteRows(tx, table, ids, 'location_id')
  await deleteRows(tx, 'companies', companies)
  await removeUnused(tx, marks)
  return companies.length
}

/** Each table before those that its rows refer to. */
async function removeLedger(tx: Tx, companies: readonly string[]): Promise<void> {
  const invoices = await tx.selectFrom('invoices').select('id').where('company_id', 'in', companies).execute()
  const ids = invoices.map(({ id }) => id)
  await removeBooked(tx, companies, ids)
  await deleteRows(tx, 'allocations', companies, 'company_id')
  for (const table of ['write_offs', 'receipts'] as const) {
    await tx
      .deleteFrom(table as 'receipts')
      .where('company_id', 'in', companies)
      .where('undoes_id', 'is not', null)
      .execute()
    await deleteRows(tx, table, companies, 'company_id')
  }
  for (const table of ['credit_notes', 'departures', 'invoice_payments'] as const)
    await deleteRows(tx, table, companies, 'company_id')
  await deleteRows(tx, 'invoice_reminders', ids, 'invoice_id')
  for (const table of ['invoices', 'reminders', 'statements_sent', 'ledgers'] as const)
    await deleteRows(tx, table, companies, 'company_id')
}

/** The lines of months that were closed with them. */
async function removeBooked(
  tx: Tx,
  companies: readonly string[],
  invoices: readonly string[],
): Promise<void> {
  const sources = invoices.flatMap((id) => [`invoice:${id}`, `void:${id}`])
  for (const [table, name] of [
    ['credit_notes', 'credit'],
    ['receipts', 'receipt'],
    ['write_offs', 'write-off'],
  ] as const) {
    const rows = await tx
      .selectFrom(table as 'receipts')
      .select('id')
      .where('company_id', 'in', companies)
      .execute()
    sources.push(...rows.map(({ id }) => `${name}:${id}`))
  }
  await deleteRows(tx, 'accounting_lines', sources, 'source')
}

/** Price lists and routes that no real account uses, and the numbers of invoices if there are none. */
async function removeUnused(tx: Tx, marks: Marks): Promise<void> {
  await tx
    .deleteFrom('price_lists')
    .where('id', 'in', orNone(marks('price_lists')))
    .where('version', '=', 1)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('companies')
        .where('price_list_id', 'is not', null)
        .select((list) => list.ref('price_list_id').$notNull().as('id')),
    )
    .execute()
  await tx
    .deleteFrom('van_routes')
    .where('id', 'in', orNone(marks('van_routes')))
    .where('version', '=', 1)
    .where('id', 'not in', (eb) => eb.selectFrom('van_route_stops').select('route_id'))
    .execute()
  if (marks('companies').length === 0) return
  await tx
    .deleteFrom('paper_numbers')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('invoices').select('id').where('former_on', 'is', null))))
    .execute()
}

/** SQL has no empty list. No row has an empty id. */
function orNone(ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [''] : ids
}
