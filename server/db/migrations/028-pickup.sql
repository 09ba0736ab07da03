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

-- Orders to get ready and to hand over, and the last ones that were handed over.
create index orders_to_hand_over on orders (created_at, id) where is_pickup = 1 and state = 'paid';
create index orders_handed_over on orders (delivered_at) where is_pickup = 1 and state = 'delivered';
-- The list of all orders, if only pickups are shown.
create index orders_of_pickups on orders (created_at, id, state, total_cents, refunded_cents) where is_pickup = 1;
