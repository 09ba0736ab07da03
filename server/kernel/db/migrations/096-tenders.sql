-- Money that staff take and give back by hand, in cash and with the card machine. A tender moves no money: staff record what
-- they have done. Its payment in `payments` has the provider `cash` or `machine`.
create table tenders (
  id text primary key,
  order_id text not null references orders (id),
  payment_id text not null references payments (id),
  -- The refund that it pays out; null for a sale.
  refund_id text unique references refunds (id),
  kind text not null check (kind in ('cash', 'machine')),
  -- The exact amount of the order or the refund; negative for a refund.
  cents integer not null check (cents <> 0),
  -- What rounding to five cents adds: the drawer gets cents + rounding_cents.
  rounding_cents integer not null default 0 check (rounding_cents between -2 and 2),
  -- What the buyer handed over, and what the buyer got back. Null for the card machine and for refunds.
  received_cents integer,
  change_cents integer,
  -- What the card machine printed. Never more than four digits of a card's number.
  approval text not null default '',
  last_four text not null default '',
  actor text not null,
  at text not null,
  -- The counter day in whose count it is; null until a day counts it.
  counter_day_id text,
  check ((refund_id is null) = (cents > 0)),
  check (kind = 'cash' or rounding_cents = 0),
  check ((received_cents is null) = (change_cents is null)),
  check (received_cents is null or received_cents - change_cents = cents + rounding_cents)
);
create index tenders_by_order on tenders (order_id);
create index tenders_by_payment on tenders (payment_id);
create index tenders_by_day on tenders (counter_day_id, kind, cents, rounding_cents);
create index tenders_by_time on tenders (at);

-- Tenders in the bookkeeping: what the card machine took, the rounding of cash, and what a count of the drawer found more or
-- less. Cash is in till_cents.
alter table accounting_lines add column machine_cents integer not null default 0;
alter table accounting_lines add column rounding_cents integer not null default 0;
alter table accounting_lines add column over_short_cents integer not null default 0;
-- A check that belongs to a column ends only with its column, on both databases.
alter table accounting_lines add column new_kind text not null default 'payment' check (new_kind in
  ('payment', 'surplus', 'refund', 'reversal', 'replacement', 'card-sale', 'card-change', 'counter-day'));
update accounting_lines set new_kind = kind;
alter table accounting_lines drop column kind;
alter table accounting_lines rename column new_kind to kind;
