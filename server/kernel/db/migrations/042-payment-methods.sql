-- Saved payment methods (decisions/064-saved-payment-methods.md).
create table payment_methods (
  id text primary key,
  -- Null for a guest, and after the account was deleted.
  user_id text references users (id) on delete set null,
  buyer_email text not null,
  provider text not null,
  -- waiting: the buyer has not approved it, or the provider has not given the token yet.
  state text not null check (state in ('waiting', 'active', 'deleted')),
  -- Identifies the method at the provider (PayPal: the id of a payment token of the vault).
  token text,
  customer_id text,
  -- The name for people: the email address of the PayPal account. Empty until it is known.
  label text not null default '',
  -- The order with whose payment it was saved; null if it was saved without a purchase.
  order_id text references orders (id),
  -- The approval at the provider, if it was saved without a purchase.
  setup_token text,
  created_at text not null,
  deleted_at text,
  -- Who removed it: a name, or PayPal.
  deleted_by text,
  check (state <> 'active' or token is not null),
  check ((state = 'deleted') = (deleted_at is not null))
);

create unique index payment_methods_by_token on payment_methods (provider, token) where state = 'active';

create unique index payment_methods_by_order on payment_methods (order_id) where order_id is not null;

create unique index payment_methods_by_setup on payment_methods (setup_token) where setup_token is not null;

create index payment_methods_by_user on payment_methods (user_id, created_at);

create index payment_methods_by_email on payment_methods (buyer_email);

create index payment_methods_waiting on payment_methods (created_at) where state = 'waiting';

-- Removed payment methods that are to be deleted at the provider.
create table payment_method_deletions (
  -- The id of the payment method. Without a reference, so that personal data can be deleted first.
  id text primary key,
  token text not null,
  state text not null check (state in ('waiting', 'done', 'failed')),
  attempts integer not null,
  next_at text not null,
  problem text,
  created_at text not null
);

create index payment_method_deletions_due on payment_method_deletions (next_at) where state = 'waiting';

-- Whether the buyer agreed to save the payment method with the payment of this order.
alter table orders add column saves_method integer not null default 0;

-- The saved payment method that the shop charges; null if the buyer pays at PayPal.
alter table payments add column payment_method_id text references payment_methods (id);
