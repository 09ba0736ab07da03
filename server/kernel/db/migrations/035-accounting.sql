-- Bookkeeping: PayPal's fees, and months that are closed.

-- What PayPal kept of a payment, in cents. Null until PayPal has said it.
alter table payments add column fee_cents integer;
-- What PayPal returned of its fee with a refund, in cents. Null until PayPal has said it.
alter table refunds add column fee_back_cents integer;

-- PayPal does not know the invented payments of the demo. They get its standard fee of 3.49% and 49 cents.
update payments set fee_cents = (captured_cents * 349 + 5000) / 10000 + 49
where provider = 'demo' and captured_cents is not null;

create index payments_by_capture on payments (captured_at) where captured_at is not null;
create index payments_without_fee on payments (reread_at) where fee_cents is null and captured_at is not null;

-- A month that is closed. \`accounts\` is JSON: the names of the accounts with which its files are written.
create table accounting_months (
  -- Such as 2026-10, in the shop's time zone.
  month text primary key,
  closed_at text not null,
  closed_by text not null,
  accounts text not null
);

-- The bookings of a closed month, which never change. Amounts are in cents; money that leaves is negative, and \`fee\` is
-- what PayPal kept.
create table accounting_lines (
  month text not null references accounting_months (month),
  position integer not null,
  -- What is booked: \`payment:<id>\`, \`refund:<id>\` or \`order:<id>\`. Without a reference: the demo can be removed.
  source text not null,
  kind text not null check (kind in ('payment', 'surplus', 'refund', 'reversal', 'replacement')),
  order_id text not null,
  order_number text,
  happened_at text not null,
  day text not null,
  -- The day in an earlier, closed month that the line corrects; null if it is no correction.
  corrects text,
  goods_cents integer not null,
  shipping_cents integer not null,
  tax_cents integer not null,
  goodwill_cents integer not null,
  other_cents integer not null,
  fee_cents integer not null,
  primary key (month, position)
);
create index accounting_lines_by_source on accounting_lines (source);
