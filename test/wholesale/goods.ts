/** What holds for the goods of accounts: ordered, delivered and invoiced pieces, numbers of papers, and standing dates. */
import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/schema.ts'

/** What of the goods does not agree: ordered, delivered and invoiced pieces, numbers, and standing dates. */
export async function goodsViolations(db: Db): Promise<string[]> {
  const found: string[] = []
  for (const [invariant, query] of Object.entries(GOODS)) {
    const { rows } = await query.execute(db)
    for (const row of rows) found.push(`${invariant}: ${JSON.stringify(row)}`)
  }
  return found
}

const GOODS = {
  'The pieces that left are the ordered ones without those that were short': sql`
    select orders.id, line.position, line.qty, gone.qty as gone from orders
      join order_lines line on line.order_id = orders.id
      left join (select departures.order_id, position, sum(qty) as qty from departures
        join departure_lines on departure_id = departures.id group by departures.order_id, position) gone
        on gone.order_id = orders.id and gone.position = line.position
    where orders.company_id is not null and orders.state = 'delivered' and orders.on_account = 1
      and coalesce(gone.qty, 0) <> line.qty - coalesce((select sum(short.qty) from delivery_shorts short
        join deliveries on deliveries.id = short.delivery_id
        where deliveries.order_id = orders.id and short.position = line.position), 0)`,
  'Goods leave once, and only those of delivered orders': sql`
    select departures.order_id from departures join orders on orders.id = departures.order_id
    group by departures.order_id, orders.state having count(*) > 1 or orders.state <> 'delivered'`,
  'Invoiced pieces are those that left and are billed': sql`
    select line.order_id, line.order_position from invoice_lines line join invoices on invoices.id = line.invoice_id
    where invoices.voided_at is null and line.order_id is not null
    group by line.order_id, line.order_position
    having sum(line.qty) <> coalesce((select sum(departure_lines.qty) from departure_lines
      join departures on departures.id = departure_lines.departure_id
      where departures.order_id = line.order_id and departure_lines.position = line.order_position
        and departures.invoice_id is not null), 0)`,
  'Numbers have no gap and no duplicate': sql`
    select substr(number, 1, 6) as series, count(*) as count, max(cast(substr(number, 8) as integer)) as last,
      count(distinct number) as numbers from invoices where former_on is null group by substr(number, 1, 6)
    having count(*) <> max(cast(substr(number, 8) as integer)) or count(*) <> count(distinct number)`,
  'A standing date that was written has one order': sql`
    select standing_dates.id from standing_dates left join orders on orders.standing_date_id = standing_dates.id
    where standing_dates.state = 'written' group by standing_dates.id having count(orders.id) <> 1`,
}
