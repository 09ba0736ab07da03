-- Data for limits: counters shared by all instances, networks from which an account was signed in to, and networks from
-- which orders were placed. server/limits/sweep.ts deletes old rows.

-- The counters of rate-limiter-flexible, which requires these names and this order of columns. With SQLite there is
-- only one process, which counts in memory, so the table stays empty.
create table rate_limits (
  key text primary key,
  points integer not null default 0,
  -- Milliseconds since 1970; null never expires.
  expire bigint
);

create index rate_limits_by_expiry on rate_limits (expire);

create table known_networks (
  user_id text not null references users (id) on delete cascade,
  -- SHA-256 of the account and the network.
  network_hash text not null,
  -- The last sign-in from this network.
  seen_at text not null,
  primary key (user_id, network_hash)
);

create index known_networks_by_age on known_networks (seen_at);

create table order_networks (
  order_id text primary key references orders (id) on delete cascade,
  -- An IPv4 address, or the /64 of an IPv6 address.
  network text not null,
  placed_at text not null
);

create index order_networks_by_network on order_networks (network, placed_at);
create index order_networks_by_age on order_networks (placed_at);

-- A row for each account and network that places orders. Placing an order locks both, so that a concurrent order counts
-- the stock that the first one reserved.
create table placing_turns (
  holder text primary key,
  at text not null
);
