-- What the comparison of our books with PayPal's and of counts with their moves has found.

create table money_findings (
  id text primary key,
  -- What it is and what it is about, with its sums: the same fact is found again as the same row.
  key text not null unique,
  kind text not null,
  order_id text references orders (id) on delete cascade,
  payment_id text references payments (id) on delete cascade,
  product_id text references products (id) on delete cascade,
  -- PayPal's id of the money it is about; '' where it is about stock.
  capture_id text not null,
  -- What we say, and what PayPal or the moves say: cents, or pieces of a product.
  ours integer not null,
  theirs integer not null,
  found_at text not null,
  -- Somebody has looked at it and lets it be; then it is not counted.
  seen_at text,
  seen_by text,
  note text,
  check ((seen_at is null) = (note is null) and (seen_at is null) = (seen_by is null))
);

create index money_findings_open on money_findings (found_at) where seen_at is null;
