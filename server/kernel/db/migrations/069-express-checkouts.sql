-- Purchases with an express button, from the press of the button until the order is placed: the buyer chooses the address at
-- PayPal. The rows are deleted after a day.
create table express_checkouts (
  -- The id of the order that it becomes, and the custom_id at PayPal.
  id text primary key,
  -- The number of that order, which PayPal shows to the buyer.
  number text not null,
  -- SHA-256 of the token that the buyer's browser has.
  token_hash text not null,
  user_id text references users (id) on delete cascade,
  -- The network of the request, for the limits on unpaid orders.
  network text not null,
  provider_order_id text unique,
  -- JSON: the goods and the discount code, as sent.
  request text not null,
  -- JSON: the place that the buyer chose last, without a street.
  place text,
  amount_cents integer not null,
  state text not null check (state in ('open', 'placed', 'failed')),
  -- Why no order was placed.
  problem text,
  created_at text not null,
  updated_at text not null
);

create index express_checkouts_by_state on express_checkouts (state, updated_at);
