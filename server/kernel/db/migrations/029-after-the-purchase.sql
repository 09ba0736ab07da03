-- Replacements: free orders for goods of another order. Problems: what a buyer's message says about items of an order.

-- The id of the order whose goods this order replaces; null for an order that was placed in the shop. Without a
-- reference: a backup has the orders in any order, and a restore inserts them in several statements.
alter table orders add column replaces_order_id text;
create index orders_replacements on orders (replaces_order_id) where replaces_order_id is not null;

-- The total of a replacement is 0. A check that belongs to a column ends only with its column, on both databases, so
-- the totals move to a new one.
alter table orders add column new_total_cents integer not null default 0;
update orders set new_total_cents = total_cents;
drop index orders_newest;
drop index orders_totals;
drop index orders_by_user;
drop index orders_by_payment;
alter table orders drop column total_cents;
alter table orders rename column new_total_cents to total_cents;
alter table orders add constraint orders_total check (
  total_cents = items_cents + shipping_cents + tax_cents
  and (total_cents > 0) = (replaces_order_id is null)
);
create index orders_newest on orders (created_at, id, user_id, state, total_cents);
create index orders_totals on orders (state, total_cents, refunded_cents);
create index orders_by_user on orders (user_id, created_at, id, state, total_cents, refunded_cents);
create index orders_by_payment on orders
  (paid_at, id, items_cents, shipping_cents, tax_cents, total_cents, refunded_cents)
  where paid_at is not null;

-- Empty for a question.
alter table messages add column problem text not null default ''
  check (problem in ('', 'damaged', 'wrong', 'missing', 'other'));
-- The items that a problem is about, as JSON: a list of lines of the order, each with a quantity.
alter table messages add column problem_items text not null default '[]';
