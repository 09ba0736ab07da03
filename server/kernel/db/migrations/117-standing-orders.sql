-- Standing orders of wholesale locations: a pattern writes an order for each of its dates, once.

create table standing_orders (
  id text primary key,
  company_id text not null references companies (id) on delete cascade,
  location_id text not null references locations (id) on delete cascade,
  every_weeks integer not null check (every_weeks in (1, 2)),
  -- From 1 (Monday) to 7.
  weekday integer not null check (weekday between 1 and 7),
  -- The first date is on this day or after it.
  starts_on text not null,
  -- No dates before this day; null if it is not on hold.
  held_until text,
  po_number text not null default '',
  note text not null default '',
  ended_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);
create index standing_orders_by_company on standing_orders (company_id, id);

-- planned: its order is written at `write_at`. closed: the shop is closed and the date is left out. waiting: the order could
-- not be written, and is tried again. missed: it was never written, and the delivery is over.
create table standing_dates (
  id text primary key,
  standing_order_id text not null references standing_orders (id) on delete cascade,
  -- The date of the pattern, before closed days move it.
  planned_on text not null,
  -- The day of the delivery; null if there is none.
  delivers_on text,
  roasts_on text,
  -- The last moment for changes, and the moment at which the order is written (ISO 8601).
  order_by text,
  write_at text,
  state text not null check (state in ('planned', 'closed', 'skipped', 'waiting', 'written', 'missed')),
  has_own_lines integer not null default 0 check (has_own_lines in (0, 1)),
  -- Why it waits or was missed.
  problem text not null default '',
  -- The day of delivery that the buyers were last told by mail, if it is not the planned one; 'none' for no delivery.
  told_day text not null default '',
  order_id text,
  updated_at text not null,
  unique (standing_order_id, planned_on)
);
create index standing_dates_to_write on standing_dates (write_at, id) where state in ('planned', 'waiting');

create table standing_lines (
  id text primary key,
  standing_order_id text not null references standing_orders (id) on delete cascade,
  -- The date that has these lines in place of those of the pattern; null for the lines of the pattern.
  date_id text references standing_dates (id) on delete cascade,
  position integer not null,
  product_id text not null,
  size_id text not null,
  grind text not null default '',
  qty integer not null check (qty > 0),
  -- The last price of a piece that the buyers know, in cents, and the end of the coffee that they were told.
  known_cents integer,
  told_end text
);
create index standing_lines_by_order on standing_lines (standing_order_id, position);
create index standing_lines_by_product on standing_lines (product_id);
