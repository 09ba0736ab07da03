-- Subscriptions: the same box of coffee every few weeks, charged by the shop (decisions/063-subscriptions.md).
create table subscriptions (
  id text primary key,
  user_id text references users (id) on delete set null,
  is_guest integer not null default 0 check (is_guest in (0, 1)),
  buyer_name text not null,
  buyer_email text not null,
  -- starting: its first order is not paid yet. failed: paused by the shop, because the retries of a payment failed.
  -- ended: by the shop.
  status text not null check (status in ('starting', 'active', 'paused', 'failed', 'canceled', 'ended')),
  weeks integer not null check (weeks in (1, 2, 3, 4, 6, 8)),
  -- Agreed at the sign-up. A change of the owner's setting applies to new subscriptions only.
  discount_percent integer not null check (discount_percent between 0 and 100),
  -- The address of the bar if deliveries are picked up.
  address text not null,
  address2 text not null,
  city text not null,
  ship_state text not null,
  postal_code text not null,
  country text not null,
  recipient text,
  phone text not null default '',
  is_pickup integer not null default 0 check (is_pickup in (0, 1)),
  gift_note text,
  -- Null before the first payment, and after the method was deleted. Without a reference: its table is newer.
  payment_method_id text,
  -- The number of the next delivery. The order of the sign-up is delivery 1.
  next_number integer not null check (next_number > 0),
  -- The planned roast day of the next delivery, before closures move it. Null if no delivery is planned. A paused
  -- subscription with a day goes on by itself.
  next_on text,
  -- The last planned roast day with a delivery or a skip. The rhythm counts from it.
  last_on text,
  -- The earliest moment of the next charge. Null until the mail about the next delivery is queued.
  charge_after text,
  -- The shipping price that this mail names. Null if it is not known, or if the delivery has changed since.
  announced_shipping_cents integer check (announced_shipping_cents >= 0),
  -- The text that the buyer agreed to, word for word, and when.
  consent_text text not null,
  consented_at text not null,
  -- The last yearly reminder; at first the sign-up.
  reminded_at text not null,
  canceled_at text,
  cancel_reason text not null default '',
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);

create index subscriptions_by_user on subscriptions (user_id) where user_id is not null;

create index subscriptions_by_email on subscriptions (buyer_email);

create index subscriptions_due on subscriptions (next_on, id) where next_on is not null;

create index subscriptions_newest on subscriptions (created_at, id, status);

create table subscription_items (
  id text primary key,
  subscription_id text not null references subscriptions (id) on delete cascade,
  -- Null for roaster's choice, which has a taste. Without references: a product that is removed keeps its row.
  product_id text,
  size_id text,
  taste text check (taste in ('fruity', 'chocolate', 'surprise')),
  grind text not null,
  qty integer not null check (qty > 0),
  -- 1 if the item is only for the next delivery.
  is_once integer not null default 0 check (is_once in (0, 1)),
  -- The price of a piece that the buyer agreed to, before the discount. A delivery never costs more.
  price_cents integer not null check (price_cents >= 0),
  -- A higher price that is announced, the first day on which it may be charged, and when it was announced.
  new_price_cents integer check (new_price_cents >= 0),
  new_price_from text,
  new_price_announced_at text,
  created_at text not null,
  check ((product_id is null) = (taste is not null)),
  check ((product_id is null) = (size_id is null))
);

create index subscription_items_of on subscription_items (subscription_id, created_at, id);

create index subscription_items_by_product on subscription_items (product_id) where product_id is not null;

create table subscription_deliveries (
  id text primary key,
  subscription_id text not null references subscriptions (id) on delete cascade,
  number integer not null check (number > 0),
  -- waiting: it has no order yet, because goods or a shipping price are missing. charging: its order is not paid yet.
  -- unpaid: its order was closed without a payment.
  state text not null check (state in ('waiting', 'charging', 'paid', 'unpaid', 'skipped')),
  planned_on text not null,
  -- Why it waits, was skipped or is unpaid.
  reason text not null default '',
  order_id text references orders (id),
  -- The charges that failed.
  attempts integer not null default 0,
  -- When the job looks at it next; null if it is finished.
  next_at text,
  created_at text not null,
  updated_at text not null,
  unique (subscription_id, number),
  check (state not in ('charging', 'paid', 'unpaid') or order_id is not null)
);

-- The order of a sign-up can begin several subscriptions, one for each rhythm.
create unique index subscription_deliveries_charged on subscription_deliveries (order_id)
where order_id is not null and number > 1;

create index subscription_deliveries_by_order on subscription_deliveries (order_id) where order_id is not null;

create index subscription_deliveries_open on subscription_deliveries (next_at, id) where next_at is not null;

-- The coffees from which roaster's choice is packed, in their order. A taste without coffees uses those of its flavors.
create table rotation_coffees (
  taste text not null check (taste in ('fruity', 'chocolate', 'surprise')),
  position integer not null,
  product_id text not null references products (id) on delete cascade,
  primary key (taste, product_id)
);
