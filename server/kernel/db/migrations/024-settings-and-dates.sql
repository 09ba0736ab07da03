-- Settings that admins change, and the delivery dates that an order was promised.

-- A group of settings: shared/resources describes its fields. A group without a row has its defaults.
create table settings (
  id text primary key,
  version integer not null,
  -- JSON object: the columns of the description, with their stored values.
  value text not null,
  updated_at text not null
);

-- What the buyer pays for shipping. `cents` is the carrier's price, which the shop pays.
-- Null in quotes of the previous release, which charges the carrier's price.
alter table shipping_quotes add column price_cents integer;

-- The carrier's price of the quote. `shipping_cents` is what the buyer paid, which is 0 if shipping was free.
-- Null in orders that the previous release places during an update.
alter table orders add column quoted_cents integer;
update orders set quoted_cents = shipping_cents;

-- The promised days (2026-11-27), in the shop's time zone. Null if there was no date, and for earlier orders.
alter table orders add column roasts_on text;
alter table orders add column ships_on text;
alter table orders add column arrives_from text;
alter table orders add column arrives_to text;
