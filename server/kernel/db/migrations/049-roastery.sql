-- The roastery: green coffee, recipes, batches, lots and bags (decisions/070-roastery.md). All weights are in grams.
alter table products add column is_roasted_to_order integer not null default 0 check (is_roasted_to_order in (0, 1));

-- A lot of green coffee, or a contract for one that has not arrived yet.
create table green_lots (
  id text primary key,
  -- The owner's number of the lot, on bags of green coffee and in the search of a recall.
  code text not null unique,
  name text not null,
  supplier text not null default '',
  producer text not null default '',
  origin text not null default '',
  process text not null default '',
  variety text not null default '',
  altitude text not null default '',
  -- The year or season of the harvest.
  crop text not null default '',
  -- What the public page of a lot says about the people who grew it.
  story text not null default '',
  -- The expected day of arrival, and the day of arrival. A lot that has not arrived is a contract.
  due_on text not null default '',
  arrived_on text,
  bags integer,
  -- The weight that was bought, and its price with freight.
  bought_grams integer not null check (bought_grams > 0),
  cost_cents integer not null check (cost_cents >= 0),
  -- Below this weight, the lot is on the list of lots to reorder. Null: never.
  reorder_grams integer check (reorder_grams >= 0),
  notes text not null default '',
  -- The sum of its rows in coffee_adjustments, less what batches took (batch_greens).
  grams_left integer not null default 0 check (grams_left >= 0),
  -- Set when the lot is used up and no longer offered in forms.
  archived_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);

-- What goes into the drum together: green coffee in percent, and how it is roasted.
create table roasts (
  id text primary key,
  name text not null,
  profile text not null default '',
  -- The loss of weight in thousandths, used until batches have been weighed.
  loss_thousandths integer not null check (loss_thousandths between 0 and 500),
  -- The limits of the machine for this coffee; null for those of the settings.
  smallest_grams integer check (smallest_grams > 0),
  largest_grams integer check (largest_grams > 0),
  notes text not null default '',
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  deleted_at text
);

-- Several lots in one roast are blended before roasting. The percents of a roast are 100 together.
create table roast_greens (
  roast_id text not null references roasts (id) on delete cascade,
  position integer not null,
  green_lot_id text not null references green_lots (id),
  percent integer not null check (percent between 1 and 100),
  primary key (roast_id, green_lot_id)
);

create index roast_greens_by_lot on roast_greens (green_lot_id);

-- What is in the bag of a coffee. Several roasts in one coffee are blended after roasting; 100 percent together.
create table recipes (
  product_id text primary key references products (id) on delete cascade,
  notes text not null default '',
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);

create table recipe_roasts (
  product_id text not null references recipes (product_id) on delete cascade,
  position integer not null,
  roast_id text not null references roasts (id),
  percent integer not null check (percent between 1 and 100),
  primary key (product_id, roast_id)
);

create index recipe_roasts_by_roast on recipe_roasts (roast_id);

-- The green coffee that can be roasted on a day. Days without a row have the capacity of the settings. The row is also
-- locked by orders that take capacity of the day.
create table roast_days (
  day text primary key,
  -- Null for the capacity of the settings; 0 for a day without capacity.
  capacity_grams integer check (capacity_grams >= 0),
  note text not null default '',
  version integer not null default 1
);

-- The green coffee of an order, on the day of its promise. A large order can have several days.
create table roast_bookings (
  order_id text not null references orders (id) on delete cascade,
  day text not null,
  green_grams integer not null check (green_grams > 0),
  primary key (order_id, day)
);

create index roast_bookings_by_day on roast_bookings (day, order_id);

-- planned: on the plan of its day. weighed: its green coffee is taken from the lots. roasted: weighed out.
create table batches (
  id text primary key,
  -- Such as 261127-03: the day and the number of the batch.
  code text not null unique,
  roast_id text not null references roasts (id),
  roasts_on text not null,
  position integer not null,
  state text not null check (state in ('planned', 'weighed', 'roasted')),
  -- The green coffee that is planned, and later weighed in.
  green_grams integer not null check (green_grams > 0),
  roasted_grams integer check (roasted_grams > 0 and roasted_grams <= green_grams),
  -- The roasted coffee that no lot has taken yet.
  grams_left integer not null default 0 check (grams_left >= 0),
  -- 1 if a person set the weight or added the batch. Automatic planning does not change it.
  is_by_hand integer not null default 0 check (is_by_hand in (0, 1)),
  -- The profile of the roast when it was roasted.
  profile text not null default '',
  roast_seconds integer check (roast_seconds > 0),
  notes text not null default '',
  weighed_at text,
  weighed_by text,
  roasted_at text,
  roasted_by text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  check ((state = 'roasted') = (roasted_grams is not null))
);

create index batches_by_day on batches (roasts_on, position);

create index batches_by_roast on batches (roast_id, roasted_at);

create index batches_loose on batches (roast_id) where grams_left > 0;

create table batch_greens (
  batch_id text not null references batches (id) on delete cascade,
  green_lot_id text not null references green_lots (id),
  grams integer not null check (grams > 0),
  primary key (batch_id, green_lot_id)
);

create index batch_greens_by_lot on batch_greens (green_lot_id);

-- Roasted coffee of one product, ready for bags: one or several batches, blended if the recipe has several roasts.
create table coffee_lots (
  id text primary key,
  -- The lot code on the bag, and in the address of its public page.
  code text not null unique,
  product_id text not null references products (id),
  -- The oldest roast day of its batches, which the bag shows.
  roasted_on text not null,
  -- The roast day whose work it belongs to.
  made_on text not null,
  grams integer not null check (grams > 0),
  -- What is not in bags yet.
  grams_left integer not null check (grams_left >= 0),
  made_at text not null,
  made_by text not null
);

create index coffee_lots_by_product on coffee_lots (product_id, roasted_on);

create index coffee_lots_by_day on coffee_lots (made_on);

create table coffee_lot_batches (
  coffee_lot_id text not null references coffee_lots (id) on delete cascade,
  batch_id text not null references batches (id),
  grams integer not null check (grams > 0),
  primary key (coffee_lot_id, batch_id)
);

create index coffee_lot_batches_by_batch on coffee_lot_batches (batch_id);

-- Bags of one size and grind that were packaged together from a lot.
create table bags (
  id text primary key,
  coffee_lot_id text not null references coffee_lots (id),
  product_id text not null references products (id),
  size_id text not null references product_sizes (id),
  grind text not null,
  -- The net weight of a bag.
  grams integer not null check (grams > 0),
  qty integer not null check (qty > 0),
  -- The bags that no order has yet.
  qty_left integer not null check (qty_left >= 0),
  made_on text not null,
  made_at text not null,
  made_by text not null
);

create index bags_by_lot on bags (coffee_lot_id);

create index bags_by_day on bags (made_on);

create index bags_free on bags (size_id, grind) where qty_left > 0;

-- The bags that a line of an order got.
create table bag_uses (
  order_id text not null references orders (id) on delete cascade,
  position integer not null,
  bags_id text not null references bags (id),
  qty integer not null check (qty > 0),
  filled_at text not null,
  filled_by text not null,
  primary key (order_id, position, bags_id)
);

create index bag_uses_by_bags on bag_uses (bags_id);

-- Arrivals, corrected counts, samples and losses. Exactly one of the four ids is set. `change` is in grams; for bags, it is
-- a number of bags.
create table coffee_adjustments (
  id text primary key,
  green_lot_id text references green_lots (id),
  batch_id text references batches (id),
  coffee_lot_id text references coffee_lots (id),
  bags_id text references bags (id),
  change integer not null check (change <> 0),
  reason text not null check (reason in ('arrival', 'count', 'sample', 'bar', 'waste', 'sold')),
  note text not null default '',
  at text not null,
  actor text not null
);

create index coffee_adjustments_of_green on coffee_adjustments (green_lot_id, at) where green_lot_id is not null;

create index coffee_adjustments_of_batch on coffee_adjustments (batch_id) where batch_id is not null;

create index coffee_adjustments_of_lot on coffee_adjustments (coffee_lot_id) where coffee_lot_id is not null;

create index coffee_adjustments_of_bags on coffee_adjustments (bags_id) where bags_id is not null;

-- The log of a batch from Artisan: the curve as JSON (shared/roast-curve.ts).
create table roast_curves (
  batch_id text primary key references batches (id) on delete cascade,
  file_name text not null,
  curve text not null,
  attached_at text not null,
  attached_by text not null
);

create table cuppings (
  id text primary key,
  batch_id text not null references batches (id) on delete cascade,
  form text not null check (form in ('short', 'sca')),
  cupped_on text not null,
  cupper text not null,
  -- The scores of the form, as JSON.
  scores text not null,
  -- The total in hundredths of a point; null if the form has none.
  total_hundredths integer,
  notes text not null default '',
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);

create index cuppings_of_batch on cuppings (batch_id, cupped_on);

-- What a bag of a size costs without coffee: bag, valve, label, box.
create table packaging_costs (
  size_id text primary key references product_sizes (id) on delete cascade,
  cents integer not null check (cents >= 0),
  updated_at text not null
);
