/** What holds for the goods of accounts: planned, roasted, delivered and invoiced coffee, numbers of papers, and standing dates. */
import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/schema.ts'

/** What of the goods does not agree, to the gram and the cent: one sentence per violation. No request may be running. */
export async function goodsViolations(db: Db): Promise<string[]> {
  const found: string[] = []
  for (const [invariant, query] of Object.entries(GOODS)) {
    const { rows } = await query.execute(db)
    for (const row of rows) found.push(`${invariant}: ${JSON.stringify(row)}`)
  }
  return found
}

/** The pieces of each line that left, and those of them that have an invoice. */
const GONE = sql`(select order_id, position, sum(qty) as qty from departures
  join departure_lines on departure_id = departures.id group by order_id, position)`
const BILLED = sql`(select order_id, position, sum(qty) as qty from departures
  join departure_lines on departure_id = departures.id where invoice_id is not null group by order_id, position)`
/** The pieces of each line that were short at the door. */
const SHORT = sql`(select order_id, position, sum(qty) as qty from deliveries
  join delivery_shorts on delivery_id = deliveries.id group by order_id, position)`

const GOODS = {
  'The pieces that left are the ordered ones without those that were short': sql`
    select orders.id, line.position, line.qty, gone.qty as gone, short.qty as short from orders
      join order_lines line on line.order_id = orders.id
      left join ${GONE} gone on gone.order_id = orders.id and gone.position = line.position
      left join ${SHORT} short on short.order_id = orders.id and short.position = line.position
    where orders.company_id is not null and orders.state = 'delivered' and orders.on_account = 1
      and coalesce(gone.qty, 0) <> line.qty - coalesce(short.qty, 0)`,
  'Goods leave once, and only those of delivered orders': sql`
    select departures.order_id from departures join orders on orders.id = departures.order_id
    group by departures.order_id, orders.state having count(*) > 1 or orders.state <> 'delivered'`,
  'Invoiced pieces are those that left and are billed': sql`
    select billed.order_id, billed.position, billed.qty, gone.qty as gone from (
        select line.order_id, line.order_position as position, sum(line.qty) as qty from invoice_lines line
          join invoices on invoices.id = line.invoice_id where voided_at is null group by line.order_id, line.order_position
      ) billed
      left join ${BILLED} gone on gone.order_id = billed.order_id and gone.position = billed.position
    where billed.order_id is not null and billed.qty <> coalesce(gone.qty, 0)`,
  'Numbers have no gap and no duplicate': sql`
    select substr(number, 1, 6) as series, count(*) as count, max(cast(substr(number, 8) as integer)) as last,
      count(distinct number) as numbers from invoices where former_on is null group by substr(number, 1, 6)
    having count(*) <> max(cast(substr(number, 8) as integer)) or count(*) <> count(distinct number)`,
  'Credit notes have no gap and no duplicate either': sql`
    select substr(number, 1, 6) as series, count(*) as count from credit_notes group by substr(number, 1, 6)
    having count(*) <> max(cast(substr(number, 8) as integer)) or count(*) <> count(distinct number)`,
  'An invoice has the prices of what left': sql`
    select invoices.number from invoices join departures on departures.invoice_id = invoices.id
      left join (select departure_id, sum(cents) as cents, sum(tax_cents) as tax from departure_lines group by departure_id) line
        on line.departure_id = departures.id
    group by invoices.id, invoices.number, items_cents, invoices.tax_cents, invoices.shipping_cents
    having items_cents <> sum(line.cents) or invoices.tax_cents <> sum(line.tax)
      or invoices.shipping_cents <> sum(departures.shipping_cents)`,
  'An order of which nothing is short is billed at its price': sql`
    select orders.number from orders join departures on departures.order_id = orders.id
      join departure_lines line on line.departure_id = departures.id
    where orders.company_id is not null
      and orders.id not in (select order_id from deliveries join delivery_shorts on delivery_id = deliveries.id)
    group by orders.id, orders.number, orders.total_cents, departures.shipping_cents
    having orders.total_cents <> sum(line.cents + line.tax_cents) + departures.shipping_cents`,
  'Coffee that was delivered is in bags of its lots, to the gram': sql`
    select orders.number, orders.roasts_on, line.position, line.qty * line.size_grams as grams, packed.grams as packed from orders
      join order_lines line on line.order_id = orders.id
      join products on products.id = line.product_id and products.is_roasted_to_order = 1
      left join (select order_id, position, sum(bag_uses.qty * bags.grams) as grams from bag_uses
        join bags on bags.id = bag_uses.bags_id group by order_id, position) packed
        on packed.order_id = orders.id and packed.position = line.position
    where orders.company_id is not null and orders.state = 'delivered'
      and coalesce(packed.grams, 0) <> line.qty * line.size_grams`,
  'Coffee that was ordered has its share of a roast day, and that of a closed order is free again': sql`
    select orders.number, orders.state, booked.grams from orders
      join (select order_id, sum(line.qty * line.size_grams) as grams from order_lines line
        join products on products.id = line.product_id and products.is_roasted_to_order = 1 group by order_id) coffee
        on coffee.order_id = orders.id
      left join (select order_id, sum(green_grams) as grams from roast_bookings group by order_id) booked
        on booked.order_id = orders.id
    where orders.company_id is not null and orders.state not in ('cancelled', 'expired')
      and (booked.grams is null or booked.grams < coffee.grams)`,
  'A standing date has one order that was written, and no other date has any': sql`
    select standing_dates.id, standing_dates.state from standing_dates
      left join orders on orders.standing_date_id = standing_dates.id
    group by standing_dates.id, standing_dates.state
    having count(orders.id) <> case when standing_dates.state = 'written' then 1 else 0 end`,
  'A standing order has each date once': sql`
    select standing_order_id, delivers_on from standing_dates where state = 'written'
    group by standing_order_id, delivers_on having count(*) > 1`,
}
