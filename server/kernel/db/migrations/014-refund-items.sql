-- The parts of each refund (goods, tax, shipping, goodwill) and the refunded items of the order.

alter table refunds add column goods_cents integer not null default 0;
alter table refunds add column tax_cents integer not null default 0 check (tax_cents >= 0);
alter table refunds add column shipping_cents integer not null default 0 check (shipping_cents >= 0);
-- Whether an admin specified the parts. If not, they are shares of the unrefunded rest of the order.
alter table refunds add column is_itemized integer not null default 0 check (is_itemized in (0, 1));

-- Earlier refunds keep the figures of the sales export: each part of the order in proportion to the sum of its refunds,
-- rounded half up. So each refund gets the share of the refunds up to and including it, minus the share of those before
-- it. A failed refund gets the share of its own amount.
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

-- The amount that is not for goods, tax or shipping; negative if earlier goodwill counts toward them. The parts of a
-- refund of an order's price add up to its amount; the refund of a surplus payment has no parts.
alter table refunds add column goodwill_cents integer not null default 0
  check (goods_cents + tax_cents + shipping_cents + goodwill_cents = amount_cents * of_sale);

-- The refunded items. Those that return to stock are in refund_lines.
create table refund_items (
  refund_id text not null references refunds (id) on delete cascade,
  product_id text not null references products (id),
  qty integer not null check (qty > 0),
  -- Their part of the refund's goods_cents: their price, or less if less was left or paid.
  goods_cents integer not null check (goods_cents >= 0),
  primary key (refund_id, product_id)
);
