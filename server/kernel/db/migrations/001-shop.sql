-- The shop: users, products, orders, payments.
--
-- The same SQL for SQLite and PostgreSQL. Money is integer cents, weight is integer grams, a time is ISO 8601
-- text in UTC with milliseconds (sortable as text), a boolean is 0 or 1. The migrator makes tables STRICT on SQLite.

create table users (
  id text primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  is_admin integer not null default 0 check (is_admin in (0, 1)),
  created_at text not null,
  updated_at text not null
);

create table sessions (
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  created_at text not null,
  last_seen_at text not null,
  -- When the password was last entered: changing the email or the password requires a recent one.
  auth_at text not null,
  ip text not null,
  user_agent text not null
);

create index sessions_by_user on sessions (user_id, created_at);

create table products (
  id text primary key,
  user_id text references users (id) on delete set null,
  name text not null,
  price_cents integer not null check (price_cents >= 0),
  image text not null,
  second_image text not null,
  brand text not null,
  category text not null,
  description text not null,
  origin text not null,
  cupping_note text not null,
  roasting_level integer not null check (roasting_level >= 0),
  size_grams integer check (size_grams >= 0),
  count_in_stock integer not null check (count_in_stock >= 0),
  is_draft integer not null check (is_draft in (0, 1)),
  -- Name, origin, notes, brand and category without case and accents, for the keyword search.
  search_text text not null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  -- A deleted product is no longer in the shop, but stays in the orders that contain it.
  deleted_at text
);

create index products_on_sale on products (created_at, id) where deleted_at is null and is_draft = 0;

create table reviews (
  id text primary key,
  product_id text not null references products (id) on delete cascade,
  user_id text references users (id) on delete set null,
  name text not null,
  rating integer not null check (rating between 1 and 5),
  comment text not null,
  created_at text not null,
  unique (product_id, user_id)
);

create table shipping_quotes (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- Hashes of the cart and the address of the quote; an order with others is refused.
  cart_hash text not null,
  address_hash text not null,
  cents integer not null check (cents >= 0),
  shipment_id text not null,
  rate_id text not null,
  provider text not null,
  service text not null,
  service_token text not null,
  estimated_days integer,
  parcel_grams integer not null check (parcel_grams > 0),
  created_at text not null,
  expires_at text not null
);

create index shipping_quotes_by_expiry on shipping_quotes (expires_at);

create table orders (
  id text primary key,
  user_id text references users (id) on delete set null,
  buyer_name text not null,
  buyer_email text not null,
  state text not null check (state in
    ('pending', 'capturing', 'paid', 'shipped', 'delivered', 'cancelled', 'expired', 'refunded')),
  address text not null,
  address2 text not null,
  city text not null,
  ship_state text not null,
  postal_code text not null,
  country text not null,
  payment_method text not null,
  -- Copied from the quote, which is deleted some time after it expires.
  shipment_id text not null,
  rate_id text not null,
  shipping_service text not null,
  items_cents integer not null check (items_cents >= 0),
  shipping_cents integer not null check (shipping_cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  total_cents integer not null check (total_cents > 0 and total_cents = items_cents + shipping_cents + tax_cents),
  created_at text not null,
  reserved_until text not null,
  paid_at text,
  shipped_at text,
  delivered_at text,
  closed_at text,
  check ((paid_at is not null) = (state in ('paid', 'shipped', 'delivered', 'refunded'))),
  check (delivered_at is null or paid_at is not null),
  check (state <> 'delivered' or delivered_at is not null),
  check ((closed_at is not null) = (state in ('cancelled', 'expired', 'refunded')))
);

create index orders_newest on orders (created_at, id);
create index orders_by_user on orders (user_id, created_at, id);
create index orders_holding on orders (reserved_until) where state = 'pending';

create table order_lines (
  order_id text not null references orders (id) on delete cascade,
  product_id text not null references products (id),
  position integer not null,
  name text not null,
  image text not null,
  category text not null,
  size_grams integer,
  price_cents integer not null check (price_cents >= 0),
  qty integer not null check (qty > 0),
  primary key (order_id, product_id)
);

create index order_lines_by_product on order_lines (product_id);

-- All changes of stock counts: the sum per product is its count_in_stock.
create table stock_moves (
  id text primary key,
  product_id text not null references products (id) on delete cascade,
  order_id text references orders (id),
  qty integer not null check (qty <> 0),
  reason text not null check (reason in ('order', 'return', 'edit', 'opening')),
  at text not null,
  check ((order_id is not null) = (reason in ('order', 'return'))),
  -- An order takes its stock once and returns it at most once.
  unique (order_id, product_id, reason)
);

create index stock_moves_by_product on stock_moves (product_id);

create table order_history (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  at text not null,
  -- Who did it: the name of the buyer or admin, PayPal, or the shop itself.
  actor text not null,
  event text not null
);

create index order_history_by_order on order_history (order_id, at);

create table payments (
  id text primary key,
  order_id text not null references orders (id),
  provider text not null,
  -- Null until the provider has confirmed the new payment.
  provider_order_id text,
  state text not null check (state in
    ('created', 'capture_started', 'pending', 'completed', 'declined', 'failed', 'refund_due', 'refunded')),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null check (currency = 'USD'),
  create_request_id text not null unique,
  -- Incremented after a definitive decline: each attempt has its own request id, and its retries use the same id.
  attempt integer not null default 1 check (attempt > 0),
  capture_request_id text unique,
  capture_id text,
  payer_email text,
  problem text,
  captured_at text,
  created_at text not null,
  updated_at text not null,
  unique (provider, provider_order_id),
  unique (provider, capture_id),
  check (state <> 'completed' or (capture_id is not null and captured_at is not null)),
  check (state not in ('capture_started', 'pending') or capture_request_id is not null)
);

create unique index payments_one_live on payments (order_id) where state in ('capture_started', 'pending', 'completed');
create index payments_by_order on payments (order_id);
create index payments_unsettled on payments (updated_at) where state in ('capture_started', 'pending');

create table idempotency_keys (
  user_id text not null references users (id) on delete cascade,
  route text not null,
  key text not null,
  body_hash text not null,
  status integer not null,
  reply text not null,
  created_at text not null,
  primary key (user_id, route, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Single values of the shop, such as whether the demo catalogue was added.
create table shop_facts (
  key text primary key,
  value text not null
);
