/** What wholesale still owes (desk page Parts). Accounts of the demo do not count. */
import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/schema.ts'
import { isReal } from '#server/platform/invented.ts'
import { owedOf, type Owed } from '#server/platform/settings/parts.ts'

/**
 * Applications without a decision, orders and standing orders that go on, goods without a bill, open invoices, and credit that no
 * invoice has used.
 * @param db may be a transaction
 */
export async function wholesaleOwed(db: Db): Promise<Owed[]> {
  const { rows } = await sql<Record<(typeof OWED)[number][0], number>>`select ${sql.join([
    sql`(select count(*) from applications where state in ('sent', 'filled', 'needs')) as applications`,
    counted('orders', sql`pays_invoices = 0 and state in ('pending', 'capturing', 'paid', 'shipped')`),
    counted('standing_orders', sql`ended_at is null`),
    counted('departures', sql`invoice_id is null`),
    counted('invoices', sql`settled_cents < total_cents and voided_at is null`),
    counted('receipts', sql`left_cents > 0`),
    counted('credit_notes', sql`left_cents > 0`),
  ])}`.execute(db)
  return OWED.flatMap(([what, things, to]) => owedOf(rows[0]![what], things, to))
}

/** The number of rows of a table that belong to real accounts, under the name of the table. */
function counted(
  table: Exclude<(typeof OWED)[number][0], 'applications'>,
  condition: ReturnType<typeof sql>,
) {
  const isOfAccount = sql`company_id is not null and ${isReal('companies', `${table}.company_id`)}`
  return sql`(select count(*) from ${sql.table(table)} where ${condition} and ${isOfAccount}) as ${sql.ref(table)}`
}

const OWED = [
  [
    'applications',
    ['application without a decision', 'applications without a decision'],
    '/admin/applications',
  ],
  ['orders', ['order that is not delivered', 'orders that are not delivered'], '/admin/deliveries'],
  ['standing_orders', ['standing order', 'standing orders'], '/admin/accounts'],
  ['departures', ['delivery without a bill', 'deliveries without a bill'], '/admin/invoices'],
  ['invoices', ['open invoice', 'open invoices'], '/admin/invoices'],
  ['receipts', ['payment that no invoice has used', 'payments that no invoice has used'], '/admin/ageing'],
  [
    'credit_notes',
    ['credit note that no invoice has used', 'credit notes that no invoice has used'],
    '/admin/ageing',
  ],
] as const
