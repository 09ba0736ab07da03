-- Orders that staff place for a buyer, by phone and at the counter.

alter table orders add column via text not null default 'web' check (via in ('web', 'phone', 'counter'));
-- The name of the member of staff who placed it; null if the buyer did.
alter table orders add column placed_by text;
-- Why staff gave a discount; empty without one.
alter table orders add column discount_reason text not null default '';
-- 1 if the buyer takes the goods along: the order is delivered in the moment in which it is paid. It is an order for pickup
-- without a day.
alter table orders add column is_taken integer not null default 0 check (is_taken in (0, 1));

create index orders_by_staff on orders (via, created_at, id, state, total_cents, refunded_cents) where via <> 'web';

-- The sums of sales show how the orders came in.
drop index orders_by_payment;
create index orders_by_payment on orders
  (paid_at, id, items_cents, shipping_cents, tax_cents, total_cents, refunded_cents, discount_cents, is_gift_card, via)
  where paid_at is not null;
