-- The days of the counter: what is in the drawer at the start, what goes in and out, and what is counted at the close.
create table counter_days (
  id text primary key,
  -- Grows with everything that changes what should be in the drawer, so that a count that has become wrong is noticed.
  version integer not null default 1,
  opened_at text not null,
  opened_by text not null,
  start_cents integer not null check (start_cents >= 0),
  -- What the close before left in the drawer; null for the first day.
  left_cents integer,
  closed_at text,
  closed_by text,
  counted_cents integer check (counted_cents >= 0),
  -- What was taken out for the bank after the count.
  taken_cents integer not null default 0 check (taken_cents >= 0),
  -- What should have been in the drawer at the count.
  expected_cents integer,
  note text not null default '',
  check ((closed_at is null) = (counted_cents is null)),
  check ((closed_at is null) = (expected_cents is null)),
  check (taken_cents <= coalesce(counted_cents, 0))
);
create unique index counter_days_one_open on counter_days ((closed_at is null)) where closed_at is null;
create index counter_days_newest on counter_days (opened_at, id);

-- Cash that goes in or out without an order, and corrections of the count of a closed day. Never changed.
create table counter_moves (
  id text primary key,
  day_id text not null references counter_days (id),
  kind text not null check (kind in ('in', 'out', 'gift-card', 'correction')),
  -- Negative for what goes out, and for a count that was too high.
  cents integer not null check (cents <> 0),
  reason text not null,
  -- The gift card that was sold.
  card_id text references gift_cards (id),
  actor text not null,
  at text not null
);
create index counter_moves_of_day on counter_moves (day_id, at);
