-- Wholesale prices: a price per size and day, or a percentage off the price in the shop. One list serves many accounts.
create table price_lists (
  id text primary key,
  name text not null,
  -- Off the price in the shop, for sizes without a price of their own; null: these are not sold at this list.
  percent_off integer check (percent_off between 0 and 90),
  -- The lowest price of a pound of coffee; null without one.
  floor_cents integer check (floor_cents > 0),
  -- JSON list of { pounds, percent }: what comes off when all coffee of an order weighs that much.
  breaks text not null default '[]',
  -- JSON list of { size, from, cents }: the price of a size from a day on; `cents` null: from then on it has none.
  prices text not null default '[]',
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);
