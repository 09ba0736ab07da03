-- The way of a lot of green coffee to a coffee in the shop: what the rows of lots, roasts, recipes and products do not say.
create table lots_to_shop (
  lot_id text primary key references green_lots (id) on delete cascade,
  -- The coffee that was added for the lot; null before.
  product_id text references products (id) on delete set null,
  -- The names of the skipped steps with commas (shared/roastery/api/to-shop.ts).
  skipped text not null default ''
);
