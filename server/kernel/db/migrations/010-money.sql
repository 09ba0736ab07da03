-- Findings of the money check, which compares payments with PayPal's list and stock counts with their moves.

create table money_findings (
  id text primary key,
  -- Kind, subject and amounts, so that the same finding always has the same row.
  key text not null unique,
  kind text not null,
  order_id text references orders (id) on delete cascade,
  payment_id text references payments (id) on delete cascade,
  product_id text references products (id) on delete cascade,
  -- PayPal's id of the capture or refund; '' for findings about stock.
  capture_id text not null,
  -- The shop's value and the value of PayPal or of the moves: cents, or units of a product.
  ours integer not null,
  theirs integer not null,
  found_at text not null,
  -- When and by whom it was marked as seen; it is not counted then.
  seen_at text,
  seen_by text,
  note text,
  check ((seen_at is null) = (note is null) and (seen_at is null) = (seen_by is null))
);

create index money_findings_open on money_findings (found_at) where seen_at is null;
