-- The own van: its routes, what was changed for one day, and what happened at each door.

-- A round of the van on a weekday, from 1 (Monday) to 7.
create table van_routes (
  id text primary key,
  name text not null,
  weekday integer not null check (weekday between 1 and 7),
  driver text not null default '',
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);

create table van_route_stops (
  route_id text not null references van_routes (id) on delete cascade,
  location_id text not null references locations (id) on delete cascade,
  position integer not null,
  primary key (route_id, location_id)
);
create index van_route_stops_by_location on van_route_stops (location_id);

-- The place of a stop on one day, if it differs from its route.
create table run_stops (
  day text not null,
  location_id text not null references locations (id) on delete cascade,
  position integer not null,
  primary key (day, location_id)
);

-- What happened at the door, or at the handover of a pickup. An order is delivered once; on how many days nobody was there
-- is not limited.
create table deliveries (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  day text not null,
  outcome text not null check (outcome in ('delivered', 'short', 'nobody', 'picked-up')),
  -- The person who took the goods.
  received_by text not null default '',
  note text not null default '',
  -- If nobody was there: the new day.
  moved_to text,
  -- When it happened, by the clock of the driver's phone.
  at text not null,
  actor_id text,
  actor text not null,
  created_at text not null
);
create unique index deliveries_once on deliveries (order_id) where outcome <> 'nobody';
create unique index deliveries_missed on deliveries (order_id, day) where outcome = 'nobody';
create index deliveries_by_day on deliveries (day, order_id);

-- Pieces of a line of the order that were not handed over.
create table delivery_shorts (
  delivery_id text not null references deliveries (id) on delete cascade,
  position integer not null,
  qty integer not null check (qty > 0),
  why text not null check (why in ('missing', 'damaged', 'refused')),
  primary key (delivery_id, position)
);
