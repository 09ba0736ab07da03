/**
 * The sales of wholesale accounts: their invoices by the day of issue, less credit notes and voided invoices. Invoices of a
 * former system are no sales of this shop.
 */
import { sql } from 'kysely'
import type { Sales } from '#shared/checkout/api/order-admin.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { Db } from '#server/kernel/db/schema.ts'

/**
 * Sums of the days from one to another, both included. Shown apart from retail, whose sales are paid orders.
 * @param from such as '2026-11-01', in the time zone of the shop
 */
export async function sumInvoices(db: Db, from: string, until: string): Promise<Sales['wholesale']> {
  const { rows } = await sql<Record<'invoices' | 'items' | 'shipping' | 'tax' | 'total', number>>`
    select coalesce(sum(invoices), 0) as invoices, coalesce(sum(items), 0) as items,
      coalesce(sum(shipping), 0) as shipping, coalesce(sum(tax), 0) as tax, coalesce(sum(total), 0) as total
    from (${billed(from, until)}) as parts`.execute(db)
  const { invoices, items, shipping, tax, total } = rows[0]!
  return {
    invoices,
    itemsPrice: toDollars(items),
    shippingPrice: toDollars(shipping),
    taxPrice: toDollars(tax),
    totalPrice: toDollars(total),
  }
}

/** The total, in cents, of each day from one to another, both included, on which something was billed, credited or voided. */
export async function billedByDay(
  db: Db,
  from: string,
  until: string,
): Promise<{ day: string; cents: number }[]> {
  const { rows } = await sql<{ day: string; cents: number }>`
    select day, sum(total) as cents from (${billed(from, until)}) as parts group by day`.execute(db)
  return rows
}

const billed = (from: string, until: string) => sql`
  select issued_on as day, 1 as invoices, items_cents as items, shipping_cents as shipping, tax_cents as tax,
    total_cents as total
    from invoices where issued_on >= ${from} and issued_on <= ${until} and former_on is null
  union all
  select voided_on, -1, -items_cents, -shipping_cents, -tax_cents, -total_cents
    from invoices where voided_on >= ${from} and voided_on <= ${until} and former_on is null
  union all
  select notes.issued_on, 0, -notes.items_cents, -notes.shipping_cents, -notes.tax_cents, -notes.total_cents
    from credit_notes as notes join invoices on invoices.id = notes.invoice_id
    where notes.issued_on >= ${from} and notes.issued_on <= ${until} and former_on is null`
