-- Sizes and grinds of products. Price, size and count in stock move from products to product_sizes.
--
-- The existing values become the first size, which gets the id of its product. So everything that named a product names
-- its first size now: stock moves, order lines, refunds, and the hashes of shipping quotes.

create table product_sizes (
  id text primary key,
  product_id text not null references products (id) on delete cascade,
  -- Sizes are listed in this order. The first one is the default.
  position integer not null,
  -- Empty if the label follows from the weight.
  label text not null,
  -- Null for goods without a net weight.
  grams integer check (grams >= 0),
  price_cents integer not null check (price_cents >= 0),
  count_in_stock integer not null check (count_in_stock >= 0),
  -- Empty if there is none.
  sku text not null,
  -- A removed size is no longer sold, but stays in the orders that contain it.
  removed_at text
);

insert into product_sizes (id, product_id, position, label, grams, price_cents, count_in_stock, sku, removed_at)
select id, id, 0, '', size_grams, price_cents, count_in_stock, '', deleted_at
from products;

create index product_sizes_by_product on product_sizes (product_id, position);
create index product_sizes_low on product_sizes (count_in_stock, product_id) where removed_at is null;
create unique index product_sizes_sku on product_sizes (sku) where sku <> '' and removed_at is null;

drop index products_low;
alter table products drop column price_cents;
alter table products drop column size_grams;
alter table products drop column count_in_stock;
-- Whether the product is not ground, although the shop grinds.
alter table products add column whole_bean_only integer not null default 0 check (whole_bean_only in (0, 1));

-- SQLite can change keys and references only with their tables, so the rows move to new tables.

-- All changes of stock counts: the sum per size is its count_in_stock.
create table stock_moves_of_sizes (
  id text primary key,
  size_id text not null references product_sizes (id) on delete cascade,
  order_id text references orders (id),
  qty integer not null check (qty <> 0),
  reason text not null check (reason in ('order', 'return', 'edit', 'opening')),
  at text not null,
  check ((order_id is not null) = (reason in ('order', 'return'))),
  -- An order takes its stock of a size once and returns it at most once.
  unique (order_id, size_id, reason)
);

insert into stock_moves_of_sizes (id, size_id, order_id, qty, reason, at)
select id, product_id, order_id, qty, reason, at
from stock_moves;

drop table stock_moves;
alter table stock_moves_of_sizes rename to stock_moves;
create index stock_moves_by_size on stock_moves (size_id);

create table order_lines_of_sizes (
  order_id text not null references orders (id) on delete cascade,
  -- Identifies the line in its order.
  position integer not null,
  product_id text not null references products (id),
  size_id text not null references product_sizes (id),
  -- Name, size and grind as sold. A later change of the product does not change them.
  name text not null,
  image text not null,
  category text not null,
  size_label text not null,
  size_grams integer,
  sku text not null,
  -- Empty for goods other than coffee, and for orders from before there were grinds.
  grind text not null,
  price_cents integer not null check (price_cents >= 0),
  qty integer not null check (qty > 0),
  primary key (order_id, position),
  unique (order_id, size_id, grind)
);

insert into order_lines_of_sizes
  (order_id, position, product_id, size_id, name, image, category, size_label, size_grams, sku, grind, price_cents, qty)
select order_id, position, product_id, product_id, name, image, category, '', size_grams, '', '', price_cents, qty
from order_lines;

-- The items of a refund that return to stock, by the position of their order line.
create table refund_lines_of_sizes (
  refund_id text not null references refunds (id) on delete cascade,
  line integer not null,
  qty integer not null check (qty > 0),
  primary key (refund_id, line)
);

insert into refund_lines_of_sizes (refund_id, line, qty)
select refund_lines.refund_id, order_lines.position, refund_lines.qty
from refund_lines
join refunds on refunds.id = refund_lines.refund_id
join payments on payments.id = refunds.payment_id
join order_lines on order_lines.order_id = payments.order_id and order_lines.product_id = refund_lines.product_id;

drop table refund_lines;
alter table refund_lines_of_sizes rename to refund_lines;

-- The refunded items, by the position of their order line.
create table refund_items_of_sizes (
  refund_id text not null references refunds (id) on delete cascade,
  line integer not null,
  qty integer not null check (qty > 0),
  -- Their part of the refund's goods_cents: their price, or less if less was left or paid.
  goods_cents integer not null check (goods_cents >= 0),
  primary key (refund_id, line)
);

insert into refund_items_of_sizes (refund_id, line, qty, goods_cents)
select refund_items.refund_id, order_lines.position, refund_items.qty, refund_items.goods_cents
from refund_items
join refunds on refunds.id = refund_items.refund_id
join payments on payments.id = refunds.payment_id
join order_lines on order_lines.order_id = payments.order_id and order_lines.product_id = refund_items.product_id;

drop table refund_items;
alter table refund_items_of_sizes rename to refund_items;

drop table order_lines;
alter table order_lines_of_sizes rename to order_lines;
create index order_lines_by_product on order_lines (product_id);
create index order_lines_by_size on order_lines (size_id);

-- A finding about stock is about one size.
alter table money_findings add column size_id text references product_sizes (id) on delete cascade;
update money_findings set size_id = product_id where product_id is not null;
