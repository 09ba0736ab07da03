-- Orders that the buyer picks up at the bar. Their address is that of the bar, which decides the tax, and `ships_on` is
-- the promised day. An order that is ready stays `paid`, so the previous release can read it during an update.

alter table orders add column is_pickup integer not null default 0 check (is_pickup in (0, 1));

-- The promised hours on that day, in the shop's time zone: '14:00' and '17:00'. Null for orders that are shipped.
alter table orders add column pickup_from text;
alter table orders add column pickup_to text;

-- When the order was marked ready, and the last day for which it is kept (2026-12-11). Null until then.
alter table orders add column ready_at text;
alter table orders add column kept_until text;
-- When the mail that reminds the buyer was queued; once for each time that the order becomes ready.
alter table orders add column pickup_reminded_at text;

-- Orders to hand over, the last ones that were handed over, and the list of all orders if only pickups are shown.
-- `is_pickup` is a column of it, too, so that SQLite prefers it to an index of the state alone.
create index orders_of_pickups on orders (is_pickup, state, delivered_at) where is_pickup = 1;
