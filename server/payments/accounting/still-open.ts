/** What may still change the bookings of a month, for the admin to look at before closing it. */
import { sql } from 'kysely'
import type { StillOpen } from '#shared/payments/api/accounting.ts'
import type { Db } from '#server/kernel/db/schema.ts'

/**
 * @param until the end of the month; only what began before counts
 * @param lines the bookings of the month
 */
export async function readStillOpen(
  db: Db,
  until: string,
  lines: readonly { lacks_fee: 0 | 1 }[],
): Promise<StillOpen> {
  const { rows } = await sql<Omit<StillOpen, 'fees'>>`select
    (select count(*) from payments where state in ('capture_started', 'pending') and created_at < ${until}) as payments,
    (select count(*) from refunds where state in ('started', 'pending') and created_at < ${until}) as refunds,
    (select count(*) from payments where state = 'refund_due' and captured_at < ${until}) as due,
    (select count(*) from disputes where state not in ('won', 'lost', 'closed') and opened_at < ${until}) as disputes,
    (select count(*) from money_findings where seen_at is null and product_id is null) as findings`.execute(
    db,
  )
  return { ...rows[0]!, fees: lines.filter(({ lacks_fee }) => lacks_fee === 1).length }
}
