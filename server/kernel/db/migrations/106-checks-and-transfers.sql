-- Checks and bank transfers with which a failed payment was settled. A check of a column ends only with its table on both
-- databases, so the table is made again.
create table new_tenders (
  id text primary key,
  order_id text not null references orders (id),
  payment_id text not null references payments (id),
  -- The refund that it pays out; null for a sale.
  refund_id text unique references refunds (id),
  kind text not null check (kind in ('cash', 'machine', 'check', 'transfer')),
  -- The exact amount of the order or the refund; negative for a refund.
  cents integer not null check (cents <> 0),
  -- What rounding to five cents adds: the drawer gets cents + rounding_cents.
  rounding_cents integer not null default 0 check (rounding_cents between -2 and 2),
  -- What the buyer handed over, and what the buyer got back. Null for all but cash, and for refunds.
  received_cents integer,
  change_cents integer,
  -- What the card machine printed. Never more than four digits of a card's number.
  approval text not null default '',
  last_four text not null default '',
  actor text not null,
  at text not null,
  -- The counter day in whose count it is; null until a day counts it, and for checks and bank transfers.
  counter_day_id text,
  check ((refund_id is null) = (cents > 0)),
  check (kind = 'cash' or rounding_cents = 0),
  check (kind in ('cash', 'machine') or counter_day_id is null),
  check ((received_cents is null) = (change_cents is null)),
  check (received_cents is null or received_cents - change_cents = cents + rounding_cents)
);
insert into new_tenders (id, order_id, payment_id, refund_id, kind, cents, rounding_cents, received_cents, change_cents, approval,
  last_four, actor, at, counter_day_id)
select id, order_id, payment_id, refund_id, kind, cents, rounding_cents, received_cents, change_cents, approval, last_four, actor,
  at, counter_day_id from tenders;
drop table tenders;
alter table new_tenders rename to tenders;
create index tenders_by_order on tenders (order_id);
create index tenders_by_payment on tenders (payment_id);
create index tenders_by_day on tenders (counter_day_id, kind, cents, rounding_cents);
create index tenders_by_time on tenders (at);

-- Checks and bank transfers in the bookkeeping.
alter table accounting_lines add column bank_cents integer not null default 0;
