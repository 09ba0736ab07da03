-- Orders without an account.

-- 1 if a guest placed the order. user_id is null until an account adopts the order; buyer_name and buyer_email are what
-- the guest typed.
alter table orders add column is_guest integer not null default 0 check (is_guest in (0, 1));

-- Guest orders that an account with the same address may adopt.
create index orders_of_guests on orders (buyer_email) where is_guest = 1 and user_id is null;

-- The address that the user has proven to own with a mailed link; confirmed if it equals `email`.
alter table users add column confirmed_email text;

-- The user of a quote becomes optional. SQLite cannot drop `not null`, so a new column takes its place.
alter table shipping_quotes add column buyer_id text references users (id) on delete cascade;
update shipping_quotes set buyer_id = user_id;
alter table shipping_quotes drop column user_id;
alter table shipping_quotes rename column buyer_id to user_id;

-- Guests retry requests, too. user_id is the id of a user, or `guest ` and an email address. The column keeps its name,
-- so that the previous release works until it is stopped.
create table repeated_requests (
  user_id text not null,
  route text not null,
  key text not null,
  body_hash text not null,
  status integer not null,
  reply text not null,
  created_at text not null,
  primary key (user_id, route, key)
);
insert into repeated_requests (user_id, route, key, body_hash, status, reply, created_at)
  select user_id, route, key, body_hash, status, reply, created_at from idempotency_keys;
drop table idempotency_keys;
alter table repeated_requests rename to idempotency_keys;
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- The mailbox of a guest, so that the limits on unpaid goods apply to guests.
alter table order_networks add column mailbox text;

-- The key that signs links. A backup does not contain it.
create table link_keys (
  id integer primary key check (id = 1),
  key text not null
);

-- Passwords of accounts that guests asked for on the page of their order, until they confirm their address.
create table requested_accounts (
  order_id text primary key references orders (id) on delete cascade,
  password_hash text not null,
  requested_at text not null
);

-- Questions of buyers about an order.
alter table messages add column order_id text references orders (id);
