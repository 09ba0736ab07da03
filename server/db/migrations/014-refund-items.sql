-- What each refund was for: its parts, and the items of the order that it paid back.

alter table refunds add column goods_cents integer not null default 0;
alter table refunds add column tax_cents integer not null default 0 check (tax_cents >= 0);
alter table refunds add column shipping_cents integer not null default 0 check (shipping_cents >= 0);
-- Whether somebody said what the refund was for. If not, its parts are shares of what was left of the order.
alter table refunds add column is_itemized integer not null default 0 check (is_itemized in (0, 1));

-- Refunds made before this day keep the figures of the sales export: of each part of the order in proportion to the
-- sum of its refunds, half up. So each gets the share of the refunds up to it, less that of the refunds before it.
-- A failed refund gets the share of its own amount.
update refunds
set shipping_cents = split.shipping,
  tax_cents = split.tax,
  goods_cents = refunds.amount_cents - split.shipping - split.tax
from (
  select id,
    (2 * back * shipping + total) / (2 * total) - (2 * (back - amount) * shipping + total) / (2 * total) as shipping,
    (2 * back * tax + total) / (2 * total) - (2 * (back - amount) * tax + total) / (2 * total) as tax
  from (
    select r.id,
      cast(r.amount_cents as bigint) as amount,
      cast(o.shipping_cents as bigint) as shipping,
      cast(o.tax_cents as bigint) as tax,
      cast(o.total_cents as bigint) as total,
      case when r.state = 'failed' then cast(r.amount_cents as bigint) else
        cast(sum(case when r.state = 'failed' then 0 else r.amount_cents end)
          over (partition by r.payment_id order by r.created_at, r.id) as bigint) end as back
    from refunds r
    join payments p on p.id = r.payment_id
    join orders o on o.id = p.order_id
    where r.of_sale = 1
  ) as sums
) as split
where split.id = refunds.id;

-- Money for neither goods nor tax nor shipping; below zero where goodwill given earlier counts towards them. The parts
-- of a refund of an order's price come to its amount; money that came in beside the price has no parts.
alter table refunds add column goodwill_cents integer not null default 0
  check (goods_cents + tax_cents + shipping_cents + goodwill_cents = amount_cents * of_sale);

-- The items that a refund paid back. What of them goes back on the shelf stands in refund_lines.
create table refund_items (
  refund_id text not null references refunds (id) on delete cascade,
  product_id text not null references products (id),
  qty integer not null check (qty > 0),
  -- What of the refund's goods_cents was for them: their price, or less where less was left or paid.
  goods_cents integer not null check (goods_cents >= 0),
  primary key (refund_id, product_id)
);
