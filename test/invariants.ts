/**
 * Invariants of stock and money, which hold whenever no request is running, after any races, kills and refusals.
 * Reads only the rows, with its own arithmetic, so that it does not repeat mistakes of the shop.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/kernel/db/schema.ts'
import { DEFAULT_TAX } from '#shared/kernel/pricing.ts'

/** One message per violation; empty if there is none. Call it while no request is running. */
export async function violations(db: Db): Promise<string[]> {
  const found: string[] = []
  for (const [invariant, query] of Object.entries(INVARIANTS)) {
    const { rows } = await query.execute(db)
    for (const row of rows) found.push(`${invariant}: ${JSON.stringify(row)}`)
  }
  return found
}

/** Orders that tests insert directly have the default rate, which applies in this state only. */
const { state: taxState } = DEFAULT_TAX
/**
 * The ordered quantity of each size: an order can have a size in several grinds, and stock has no grind. Gift cards have no
 * stock. Coffee roasted to order has none either: its order has booked capacity, or the product is roasted to order now.
 */
const orderedSizes = sql`(select order_id, size_id, sum(qty) as qty from order_lines line
  where size_id <> 'gift-card' and (
    exists (select 1 from stock_moves where order_id = line.order_id and size_id = line.size_id and reason = 'order')
    or not exists (select 1 from roast_bookings where order_id = line.order_id)
      and not exists (select 1 from products where id = line.product_id and is_roasted_to_order = 1))
  group by order_id, size_id)`
const liveStates = sql`('capture_started', 'pending', 'completed')`
const paidStates = sql`('paid', 'shipped', 'delivered')`

/**
 * The pieces of each size that came back into stock: with refunds, and of wholesale orders, those that were not wanted at the door
 * and those of credit notes. A prepaid order gets a credit note for what was not wanted.
 */
const restocked = sql`(select order_id, size_id, sum(back.qty) as qty from (
    select p.order_id, rl.line as position, rl.qty from refund_lines rl join refunds f on f.id = rl.refund_id
      join payments p on p.id = f.payment_id where f.restocked_at is not null
    union all select d.order_id, s.position, s.qty from delivery_shorts s join deliveries d on d.id = s.delivery_id
      join orders o on o.id = d.order_id where s.why = 'refused' and o.on_account = 1
    union all select il.order_id, il.order_position, cl.qty from credit_note_lines cl
      join credit_notes c on c.id = cl.credit_id and c.goods_back = 1
      join invoice_lines il on il.invoice_id = c.invoice_id and il.position = cl.position) back
  join order_lines using (order_id, position) group by order_id, size_id)`

/** Each query returns the rows that violate the invariant. */
const INVARIANTS: Record<string, RawBuilder<unknown>> = {
  'The count in stock is the sum of the stock moves': sql`
    select s.id, s.count_in_stock, coalesce(sum(m.qty), 0) as moved
    from product_sizes s left join stock_moves m on m.size_id = s.id
    group by s.id, s.count_in_stock
    having s.count_in_stock <> coalesce(sum(m.qty), 0)`,

  'No amount or count is negative': sql`
    select 'size' as what, id from product_sizes where count_in_stock < 0 or price_cents < 0
    union all
    select 'order', id from orders where items_cents < 0 or discount_cents < 0 or shipping_cents < 0 or tax_cents < 0
      or (total_cents <= 0 and (replaces_order_id is null or total_cents < 0))
    union all
    select 'line', order_id from order_lines where qty <= 0 or price_cents < 0 or discount_cents < 0
      or discount_cents > price_cents * qty
    union all
    select 'payment', id from payments where amount_cents <= 0`,

  'The total of an order is the sum of items, shipping and tax': sql`
    select id, items_cents, shipping_cents, tax_cents, total_cents from orders
    where total_cents <> items_cents + shipping_cents + tax_cents`,

  'The items amount of an order is the sum of its lines': sql`
    select o.id, o.items_cents, sum(l.qty * l.price_cents - l.discount_cents) as lines_cents
    from orders o left join order_lines l on l.order_id = o.id
    group by o.id, o.items_cents
    having sum(l.qty * l.price_cents) is null
      or o.items_cents <> sum(l.qty * l.price_cents - l.discount_cents)`,

  'The discount of an order is the sum of the discounts of its lines': sql`
    select o.id, o.discount_cents, sum(l.discount_cents) as lines_cents
    from orders o left join order_lines l on l.order_id = o.id
    group by o.id, o.discount_cents
    having o.discount_cents <> coalesce(sum(l.discount_cents), 0)`,

  'A discount code counts the orders that use it and were not closed unpaid': sql`
    select c.id, c.used, count(u.order_id) as uses
    from discount_codes c left join discount_uses u on u.code_id = c.id and u.released_at is null
    group by c.id, c.used, c.total
    having c.used <> count(u.order_id) or c.used > c.total`,

  'The use of a code is released exactly if its order was closed unpaid': sql`
    select u.order_id, u.released_at, o.state from discount_uses u join orders o on o.id = u.order_id
    where (u.released_at is not null) <> (o.state in ('cancelled', 'expired'))`,

  'Tax is rounded half up, and charged in one state only': sql`
    select id, ship_state, items_cents, tax_cents, tax_thousandths from orders
    where company_id is null and tax_cents <> case when ship_state = ${sql.lit(taxState)} or tax_cents > 0
      then (cast(items_cents as bigint) * tax_thousandths + 50000) / 100000 else 0 end`,

  'The tax of an account is that of its taxed lines together, rounded half up': sql`
    select o.id, o.tax_cents, o.tax_thousandths, sum(l.price_cents * l.qty * l.is_taxed) as taxed
    from orders o join order_lines l on l.order_id = o.id where o.company_id is not null
    group by o.id, o.tax_cents, o.tax_thousandths
    having o.tax_cents <> (cast(sum(l.price_cents * l.qty * l.is_taxed) as bigint) * o.tax_thousandths + 50000) / 100000`,

  'An order on account has no payment': sql`
    select o.id, p.id as payment from orders o join payments p on p.order_id = o.id where o.on_account = 1`,

  'Every order line has one stock move with its quantity': sql`
    select l.order_id, l.size_id, l.qty, count(m.id) as moves, sum(m.qty) as moved
    from ${orderedSizes} l left join stock_moves m
      on m.order_id = l.order_id and m.size_id = l.size_id and m.reason = 'order'
    group by l.order_id, l.size_id, l.qty
    having count(m.id) <> 1 or sum(m.qty) <> -l.qty`,

  'Every stock move of an order has an order line': sql`
    select m.order_id, m.size_id, m.qty from stock_moves m
    where m.order_id is not null and not exists
      (select 1 from order_lines l where l.order_id = m.order_id and l.size_id = m.size_id)`,

  'Every order line has a size of its product': sql`
    select l.order_id, l.position from order_lines l join product_sizes s on s.id = l.size_id
    where s.product_id <> l.product_id`,

  'Every product on sale has a size': sql`
    select p.id from products p where p.deleted_at is null and not exists
      (select 1 from product_sizes s where s.product_id = p.id and s.removed_at is null)`,

  'All stock of a canceled or expired order was returned once': sql`
    select o.id, o.state, l.size_id, l.qty, count(m.id) as moves, sum(m.qty) as returned
    from orders o join ${orderedSizes} l on l.order_id = o.id
    left join stock_moves m on m.order_id = o.id and m.size_id = l.size_id and m.reason = 'return'
    where o.state in ('cancelled', 'expired')
    group by o.id, o.state, l.size_id, l.qty
    having count(m.id) <> 1 or sum(m.qty) <> l.qty`,

  'A paid order has returned the stock of its refunds, and an open order none': sql`
    select l.order_id, l.size_id, coalesce(m.qty, 0) as returned, l.qty, coalesce(r.qty, 0) as refunded
    from ${orderedSizes} l join orders o on o.id = l.order_id
    left join stock_moves m on m.order_id = l.order_id and m.size_id = l.size_id and m.reason = 'return'
    left join ${restocked} r
      on r.order_id = l.order_id and r.size_id = l.size_id
    where o.state not in ('cancelled', 'expired')
      and (coalesce(m.qty, 0) <> coalesce(r.qty, 0) or coalesce(m.qty, 0) > l.qty)`,

  'The returned amount of a payment is the sum of its refunds, and at most the captured amount': sql`
    select p.id, p.returned_cents, p.captured_cents, coalesce(sum(f.amount_cents), 0) as refunds
    from payments p left join refunds f on f.payment_id = p.id and f.state <> 'failed'
    group by p.id, p.returned_cents, p.captured_cents
    having p.returned_cents <> coalesce(sum(f.amount_cents), 0)
      or (p.returned_cents > 0 and p.returned_cents > p.captured_cents)`,

  'The refunded amount of an order is the sum of the completed refunds of its price': sql`
    select o.id, o.refunded_cents, coalesce(sum(f.amount_cents), 0) as refunds
    from orders o left join payments p on p.order_id = o.id
      left join refunds f on f.payment_id = p.id and f.of_sale = 1 and f.state = 'completed'
    group by o.id, o.refunded_cents
    having o.refunded_cents <> coalesce(sum(f.amount_cents), 0)`,

  'Refunds return at most each part of an order, and every part of a refunded order': sql`
    select o.id, o.state, sum(f.goods_cents) as goods, sum(f.tax_cents) as tax, sum(f.shipping_cents) as shipping
    from orders o join payments p on p.order_id = o.id
      join refunds f on f.payment_id = p.id and f.of_sale = 1 and f.state <> 'failed'
    group by o.id, o.state, o.items_cents, o.tax_cents, o.shipping_cents
    having sum(f.goods_cents) > o.items_cents or sum(f.tax_cents) > o.tax_cents
      or sum(f.shipping_cents) > o.shipping_cents
      or (o.state = 'refunded' and (sum(f.goods_cents) <> o.items_cents or sum(f.tax_cents) <> o.tax_cents
        or sum(f.shipping_cents) <> o.shipping_cents or sum(f.goodwill_cents) <> 0))`,

  'At most the ordered quantity of a line is refunded, at most at its price': sql`
    select p.order_id, i.line, l.qty, sum(i.qty) as refunded, sum(i.goods_cents) as goods
    from refund_items i join refunds f on f.id = i.refund_id join payments p on p.id = f.payment_id
      left join order_lines l on l.order_id = p.order_id and l.position = i.line
    where f.state <> 'failed'
    group by p.order_id, i.line, l.qty, l.price_cents, l.discount_cents
    having l.qty is null or sum(i.qty) > l.qty or sum(i.goods_cents) > l.price_cents * sum(i.qty)
      or sum(i.goods_cents) > l.price_cents * l.qty - l.discount_cents`,

  'The items of a refund are at most its goods amount': sql`
    select f.id, f.goods_cents, f.is_itemized, sum(i.goods_cents) as items
    from refunds f join refund_items i on i.refund_id = f.id
    group by f.id, f.goods_cents, f.is_itemized
    having sum(i.goods_cents) > f.goods_cents or f.is_itemized = 0`,

  'A payment has the state refunded only if its whole amount was refunded': sql`
    select p.id, p.state, p.captured_cents, coalesce(sum(f.amount_cents), 0) as back
    from payments p left join refunds f on f.payment_id = p.id and f.state = 'completed'
    where p.captured_cents is not null
    group by p.id, p.state, p.captured_cents
    having (p.state = 'refunded') <> (coalesce(sum(f.amount_cents), 0) = p.captured_cents)`,

  'An order has the state refunded only if all its payments have it': sql`
    select o.id, o.state from orders o
    where (o.state = 'refunded') <> (exists (select 1 from payments p where p.order_id = o.id
        and p.state = 'refunded' and exists
          (select 1 from refunds f where f.payment_id = p.id and f.of_sale = 1))
      and not exists (select 1 from payments p where p.order_id = o.id and p.state = 'completed'))`,

  'The payments of a paid order add up to its total: one by gift card, and one at PayPal, or one or two by hand': sql`
    select o.id, o.state, o.total_cents, count(p.id) as payments, sum(p.amount_cents) as cents
    from orders o left join payments p on p.order_id = o.id and (p.state = 'completed' or (p.state = 'refunded'
      and exists (select 1 from refunds f where f.payment_id = p.id and f.of_sale = 1)))
    where o.state in ${paidStates} and o.replaces_order_id is null and o.on_account = 0
    group by o.id, o.state, o.total_cents, o.gift_card_cents
    having coalesce(sum(p.amount_cents), 0) <> o.total_cents
      or sum(case when p.provider = 'gift-card' then 1 else 0 end) <> case when o.gift_card_cents > 0 then 1 else 0 end
      or sum(case when p.provider <> 'gift-card' then 1 else 0 end) <> case when o.gift_card_cents = o.total_cents then 0
        when sum(case when p.provider in ('cash', 'machine') then 1 else 0 end) = 2 then 2 else 1 end`,

  'The balance of a gift card is the sum of its moves, and a card that is not issued has no moves': sql`
    select c.id, c.state, c.balance_cents, coalesce(sum(m.cents), 0) as moved
    from gift_cards c left join gift_card_moves m on m.card_id = c.id
    group by c.id, c.state, c.balance_cents
    having c.balance_cents <> coalesce(sum(m.cents), 0) or c.balance_cents < 0
      or (c.state in ('ordered', 'void') and count(m.id) > 0)`,

  'Gift cards pay exactly their part of an order: held, taken when it is paid, released when it is closed': sql`
    select o.id, o.state, o.gift_card_cents, sum(u.cents) as used, min(u.state) as first, max(u.state) as last
    from orders o left join gift_card_uses u on u.order_id = o.id
    group by o.id, o.state, o.gift_card_cents
    having coalesce(sum(u.cents), 0) <> o.gift_card_cents or (o.gift_card_cents > 0 and (min(u.state) <> max(u.state)
      or min(u.state) <> case when o.state in ('pending', 'capturing') then 'held'
        when o.state in ('cancelled', 'expired') then 'released' else 'taken' end))`,

  'What an order uses of a gift card is taken from its balance, and returned once if it is released': sql`
    select u.order_id, u.card_id, u.cents, u.state from gift_card_uses u
    where u.cents <> -(select coalesce(sum(m.cents), 0) from gift_card_moves m
        where m.order_id = u.order_id and m.card_id = u.card_id and m.kind = 'held')
      or case when u.state = 'released' then 1 else 0 end <> (select count(*) from gift_card_moves m
        where m.order_id = u.order_id and m.kind = 'released' and m.cents = u.cents and m.id in (
          select min(s.id) from gift_card_moves s where s.order_id = u.order_id and s.kind = 'released'
            and s.cents = u.cents))`,

  'Refunds return to gift cards exactly the returned amount of the payment by gift card': sql`
    select p.order_id, p.returned_cents, sum(u.returned_cents) as back
    from payments p join gift_card_uses u on u.order_id = p.order_id
    where p.provider = 'gift-card' group by p.id, p.order_id, p.returned_cents
    having sum(u.returned_cents) <> p.returned_cents`,

  'A gift card is issued if its order was paid, and only then': sql`
    select c.id, c.state, o.state as order_state from gift_cards c join orders o on o.id = c.order_id
    where (c.state not in ('ordered', 'void')) <> (o.paid_at is not null)
      or (c.state = 'void') <> (o.state in ('cancelled', 'expired'))`,

  'A replacement costs nothing, has no payment, and is never waiting for one': sql`
    select o.id, o.state, o.total_cents from orders o
    where o.replaces_order_id is not null and (o.total_cents <> 0
      or o.state not in ('paid', 'shipped', 'delivered', 'cancelled')
      or exists (select 1 from payments p where p.order_id = o.id))`,

  'A replacement replaces an existing order': sql`
    select r.id, r.replaces_order_id from orders r where r.replaces_order_id is not null
      and not exists (select 1 from orders o where o.id = r.replaces_order_id)`,

  'The replacements of an order have at most its goods': sql`
    select r.replaces_order_id, l.size_id, l.grind, sum(l.qty) as replaced, max(ol.qty) as ordered
    from orders r join order_lines l on l.order_id = r.id
      left join order_lines ol on ol.order_id = r.replaces_order_id
        and ol.size_id = l.size_id and ol.grind = l.grind
    where r.replaces_order_id is not null and r.state <> 'cancelled'
    group by r.replaces_order_id, l.size_id, l.grind
    having max(ol.qty) is null or sum(l.qty) > max(ol.qty)`,

  'A completed payment belongs to a paid order': sql`
    select p.id, p.order_id, o.state from payments p join orders o on o.id = p.order_id
    where p.state = 'completed' and o.state not in ${paidStates}`,

  'A completed payment has the id and the time of its capture': sql`
    select id, order_id from payments
    where state = 'completed' and (capture_id is null or captured_at is null)`,

  'A closed order has no started, pending or completed payment': sql`
    select p.id, p.state, p.order_id, o.state as order_state from payments p join orders o on o.id = p.order_id
    where p.state in ${liveStates} and o.state in ('cancelled', 'expired', 'refunded')`,

  'An order has the state capturing only during a capture, and always then': sql`
    select o.id, o.state, count(p.id) as captures
    from orders o left join payments p on p.order_id = o.id and p.state in ('capture_started', 'pending')
    group by o.id, o.state
    having count(p.id) <> case when o.state = 'capturing' then 1 else 0 end`,

  'The amount of a payment is the total of its order without the part that gift cards pay, or that part': sql`
    select p.id, p.amount_cents, o.id as order_id, o.total_cents from payments p join orders o on o.id = p.order_id
    where p.amount_cents <> case when p.provider = 'gift-card' then o.gift_card_cents
      else o.total_cents - o.gift_card_cents - coalesce((select sum(other.amount_cents) from payments other
        where other.order_id = p.order_id and other.id <> p.id and p.provider in ('cash', 'machine')
          and other.provider in ('cash', 'machine')), 0) end`,

  'A capture pays only one order': sql`
    select capture_id, count(*) as payments from payments where capture_id is not null
    group by provider, capture_id having count(*) > 1`,

  'Paid, delivered and closed orders have the time of that change': sql`
    select id, state, paid_at, closed_at, delivered_at from orders
    where (paid_at is not null) <> (state in ('paid', 'shipped', 'delivered', 'refunded'))
      or (closed_at is not null) <> (state in ('cancelled', 'expired', 'refunded'))
      or (state = 'delivered' and delivered_at is null)`,

  'A payment by hand has one tender of its amount, and each of its refunds one': sql`
    select p.id, p.order_id from payments p where p.provider in ('cash', 'machine', 'check', 'transfer') and (p.state not in ('completed', 'refunded')
      or p.captured_cents <> coalesce((select sum(t.cents) from tenders t
        where t.payment_id = p.id and t.refund_id is null and t.kind = p.provider), 0)
      or p.returned_cents <> -coalesce((select sum(t.cents) from tenders t join refunds f on f.id = t.refund_id
        where t.payment_id = p.id and t.kind = p.provider and f.payment_id = p.id and f.state = 'completed'), 0))
    union all
    select t.id, t.order_id from tenders t where not exists
      (select 1 from payments p where p.id = t.payment_id and p.order_id = t.order_id and p.provider = t.kind)`,

  'Goods that are taken along are delivered when they are paid': sql`
    select o.id, o.state from orders o where o.is_taken = 1
      and (o.is_pickup = 0 or o.paid_at is null or o.delivered_at is null or o.paid_at <> o.delivered_at)`,

  'The taken seats of an event are those of its sign-ups, and at most its seats': sql`
    select e.id, e.seats, e.taken, coalesce(sum(s.seats), 0) as seated
    from events e left join event_signups s on s.event_id = e.id and s.state = 'seated'
    group by e.id, e.seats, e.taken
    having e.taken <> coalesce(sum(s.seats), 0) or e.taken > e.seats`,

  'An order for pickup has no shipping, no label, a day with hours, and is ready only if it was paid': sql`
    select o.id from orders o
    where o.is_pickup = 1 and (o.shipping_cents <> 0 or o.state = 'shipped' or (o.is_taken = 0 and (o.ships_on is null
        or o.pickup_from is null or o.pickup_to is null or o.pickup_from >= o.pickup_to))
        or (o.ready_at is not null and o.paid_at is null)
        or exists (select 1 from labels where labels.order_id = o.id))
      or o.is_pickup = 0 and (o.ready_at is not null or o.pickup_from is not null)`,
}
