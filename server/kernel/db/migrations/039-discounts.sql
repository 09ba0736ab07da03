-- Discounts of order lines, and discount codes (decisions/061-discount-codes.md).

-- The discount of all pieces of the line together. The price of the line is price_cents * qty - discount_cents.
alter table order_lines add column discount_cents integer not null default 0 check (discount_cents >= 0);
-- The sum of the discounts of the lines, for display: items_cents is the price of the items after discounts.
alter table orders add column discount_cents integer not null default 0 check (discount_cents >= 0);
-- The discount as text for people, such as "CODE10 (10% off)". Empty if there is none.
alter table orders add column discount_label text not null default '';
-- The discounts in the goods of a payment. They are information: goods_cents does not contain them.
alter table accounting_lines add column discount_cents integer not null default 0;

drop index orders_by_payment;
create index orders_by_payment on orders
  (paid_at, id, items_cents, shipping_cents, tax_cents, total_cents, refunded_cents, discount_cents)
  where paid_at is not null;

create table discount_codes (
  id text primary key,
  -- In capitals.
  code text not null unique,
  note text not null,
  kind text not null check (kind in ('percent', 'amount', 'shipping')),
  percent integer not null check (percent between 0 and 100),
  amount_cents integer not null check (amount_cents >= 0),
  -- JSON lists: categories, and ids of products. If both are empty, the code is for all goods except works of art.
  categories text not null,
  products text not null,
  -- Null if there is none.
  minimum_cents integer check (minimum_cents >= 0),
  -- Days in the shop's time zone, both included; empty if there is no limit.
  starts_on text not null,
  ends_on text not null,
  first_order_only integer not null check (first_order_only in (0, 1)),
  -- Null if there is no limit.
  per_person integer check (per_person > 0),
  total integer check (total > 0),
  is_off integer not null check (is_off in (0, 1)),
  -- The orders that use the code and were not closed unpaid. Orders lock this row while they use the code.
  used integer not null default 0 check (used >= 0),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);

-- The use of a code by an order. released_at is set when the order is closed unpaid; then the use does not count.
create table discount_uses (
  order_id text primary key references orders (id) on delete cascade,
  code_id text not null references discount_codes (id),
  -- The buyer's address in the form in which addresses are compared; empty after the account was deleted.
  mailbox text not null,
  -- What the buyer saved: the discount of the goods, and the shipping that was free because of the code.
  saved_cents integer not null check (saved_cents >= 0),
  used_at text not null,
  released_at text
);
create index discount_uses_by_code on discount_uses (code_id, used_at, order_id);
create index discount_uses_by_mailbox on discount_uses (mailbox, code_id);
