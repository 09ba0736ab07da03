/**
 * The balance of the roastery: for every place of coffee, what is left is what came in less what went out, to the gram, and
 * every bag of an order leads to its green coffee. Holds whenever no request is running, after any races, kills and undone
 * steps. Reads only the rows, with its own arithmetic.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/kernel/db/schema.ts'
import { dayOf } from '#shared/kernel/dates.ts'

/** One message per imbalance; empty if there is none. Call it while no request is running. */
export async function imbalances(db: Db): Promise<string[]> {
  const found: string[] = []
  for (const [rule, query] of Object.entries(RULES)) {
    const { rows } = await query.execute(db)
    for (const row of rows) found.push(`${rule}: ${JSON.stringify(row)}`)
  }
  return [...found, ...(await wrongRoastDates(db))]
}

/** A lot has the day at the shop on which the first of its batches was weighed out. */
async function wrongRoastDates(db: Db): Promise<string[]> {
  const lots = await db
    .selectFrom('coffee_lots as lot')
    .innerJoin('coffee_lot_batches as part', 'part.coffee_lot_id', 'lot.id')
    .innerJoin('batches', 'batches.id', 'part.batch_id')
    .groupBy(['lot.code', 'lot.roasted_on'])
    .select((eb) => ['lot.code', 'lot.roasted_on', eb.fn.min('roasted_at').as('first')])
    .execute()
  return lots
    .filter(({ roasted_on: stored, first }) => first === null || dayOf(new Date(first)) !== stored)
    .map((lot) => `A lot has the day on which its first batch was roasted: ${JSON.stringify(lot)}`)
}

/** Each query returns the rows that break the rule. */
const RULES: Record<string, RawBuilder<unknown>> = {
  'Green coffee is what arrived and was corrected, less what batches took': sql`
    select g.id, g.code, g.grams_left, coalesce(a.grams, 0) as arrived, coalesce(b.grams, 0) as taken
    from green_lots g
    left join (select green_lot_id, sum(change) as grams from coffee_adjustments group by green_lot_id) a
      on a.green_lot_id = g.id
    left join (select green_lot_id, sum(grams) as grams from batch_greens group by green_lot_id) b
      on b.green_lot_id = g.id
    where g.grams_left <> coalesce(a.grams, 0) - coalesce(b.grams, 0)`,

  'A weighed or roasted batch has exactly the green coffee of its lots, and a planned one none': sql`
    select b.id, b.code, b.state, b.green_grams, coalesce(sum(g.grams), 0) as weighed
    from batches b left join batch_greens g on g.batch_id = b.id
    group by b.id, b.code, b.state, b.green_grams
    having coalesce(sum(g.grams), 0) <> case when b.state = 'planned' then 0 else b.green_grams end`,

  'A batch has its roasted coffee, less what lots took': sql`
    select b.id, b.code, b.state, b.roasted_grams, b.grams_left, a.grams as corrected, p.grams as taken
    from batches b
    left join (select batch_id, sum(change) as grams from coffee_adjustments group by batch_id) a on a.batch_id = b.id
    left join (select batch_id, sum(grams) as grams from coffee_lot_batches group by batch_id) p on p.batch_id = b.id
    where b.grams_left <> coalesce(b.roasted_grams, 0) + coalesce(a.grams, 0) - coalesce(p.grams, 0)
      or (b.state = 'roasted') <> (b.roasted_at is not null)
      or (b.state = 'planned') <> (b.weighed_at is null)`,

  'A lot has the coffee of its batches': sql`
    select l.id, l.code, l.grams, sum(p.grams) as parts
    from coffee_lots l left join coffee_lot_batches p on p.coffee_lot_id = l.id left join batches b on b.id = p.batch_id
    group by l.id, l.code, l.grams
    having coalesce(sum(p.grams), 0) <> l.grams
      or sum(case when b.state = 'roasted' then 0 else 1 end) > 0`,

  'A lot has its coffee, less what is in bags': sql`
    select l.id, l.code, l.grams, l.grams_left, a.grams as corrected, b.grams as packaged
    from coffee_lots l
    left join (select coffee_lot_id, sum(change) as grams from coffee_adjustments group by coffee_lot_id) a
      on a.coffee_lot_id = l.id
    left join (select coffee_lot_id, sum(qty * grams) as grams from bags group by coffee_lot_id) b
      on b.coffee_lot_id = l.id
    where l.grams_left <> l.grams + coalesce(a.grams, 0) - coalesce(b.grams, 0)`,

  'Free bags are those that were packaged, less those of orders': sql`
    select b.id, b.qty, b.qty_left, a.qty as corrected, u.qty as used
    from bags b
    left join (select bags_id, sum(change) as qty from coffee_adjustments group by bags_id) a on a.bags_id = b.id
    left join (select bags_id, sum(qty) as qty from bag_uses group by bags_id) u on u.bags_id = b.id
    where b.qty_left <> b.qty + coalesce(a.qty, 0) - coalesce(u.qty, 0)`,

  'Bags have the product of their lot': sql`
    select b.id, b.product_id, l.product_id as of_lot from bags b join coffee_lots l on l.id = b.coffee_lot_id
    where b.product_id <> l.product_id`,

  'A line of an order has bags of its size and grind, at most its quantity': sql`
    select u.order_id, u.position, l.qty, sum(u.qty) as bags
    from bag_uses u join bags b on b.id = u.bags_id
    left join order_lines l on l.order_id = u.order_id and l.position = u.position
    group by u.order_id, u.position, l.qty, l.size_id, l.grind
    having l.qty is null or sum(u.qty) > l.qty
      or sum(case when b.size_id = l.size_id and b.grind = l.grind then 0 else 1 end) > 0`,

  'Only orders that were paid have bags; an order that was closed before it shipped has none': sql`
    select o.id, o.state, count(*) as uses from orders o join bag_uses u on u.order_id = o.id
    where o.state not in ('paid', 'shipped', 'delivered')
      and not (o.state = 'refunded' and (o.shipped_at is not null or o.delivered_at is not null))
    group by o.id, o.state`,

  'All green coffee that arrived is left, lost in roasting, loose, in bags or sold, to the gram': sql`
    select * from (select
      (select coalesce(sum(change), 0) from coffee_adjustments where green_lot_id is not null) as arrived,
      (select coalesce(sum(grams_left), 0) from green_lots) as green,
      (select coalesce(sum(green_grams), 0) from batches where state = 'weighed') as weighed,
      (select coalesce(sum(green_grams - roasted_grams), 0) from batches where state = 'roasted') as lost,
      (select coalesce(sum(grams_left), 0) from batches) as loose,
      (select coalesce(sum(grams_left), 0) from coffee_lots) as blended,
      (select coalesce(sum(qty_left * grams), 0) from bags) as packaged,
      (select coalesce(sum(u.qty * b.grams), 0) from bag_uses u join bags b on b.id = u.bags_id) as sold,
      (select coalesce(sum(change), 0) from coffee_adjustments
        where batch_id is not null or coffee_lot_id is not null) as corrected,
      (select coalesce(sum(a.change * b.grams), 0) from coffee_adjustments a join bags b on b.id = a.bags_id) as corrected_bags
    ) t where arrived <> green + weighed + lost + loose + blended + packaged + sold - corrected - corrected_bags`,

  'The shares of the green lots in a used bag are the whole bag': sql`
    select u.order_id, u.position, u.bags_id, coalesce(s.share, 0) as share
    from bag_uses u left join (
      select b.id, sum(p.grams * 1.0 / l.grams * g.grams / t.green_grams) as share
      from bags b join coffee_lots l on l.id = b.coffee_lot_id
        join coffee_lot_batches p on p.coffee_lot_id = l.id
        join batches t on t.id = p.batch_id join batch_greens g on g.batch_id = t.id
      group by b.id) s on s.id = u.bags_id
    where s.share is null or s.share < 0.999999 or s.share > 1.000001`,

  'From a green lot to the bags of orders, no more coffee is found than its batches gave': sql`
    select g.green_lot_id, sum(u.qty * b.grams * (p.grams * 1.0 / l.grams) * g.grams / t.green_grams) as sold,
      max(given.grams) as given
    from batch_greens g join batches t on t.id = g.batch_id
      join coffee_lot_batches p on p.batch_id = t.id join coffee_lots l on l.id = p.coffee_lot_id
      join bags b on b.coffee_lot_id = l.id join bag_uses u on u.bags_id = b.id
      join (select x.green_lot_id, sum(x.grams * 1.0 * y.roasted_grams / y.green_grams) as grams
        from batch_greens x join batches y on y.id = x.batch_id where y.state = 'roasted'
        group by x.green_lot_id) given on given.green_lot_id = g.green_lot_id
    group by g.green_lot_id
    having sum(u.qty * b.grams * (p.grams * 1.0 / l.grams) * g.grams / t.green_grams) > max(given.grams) + 0.01`,
}
