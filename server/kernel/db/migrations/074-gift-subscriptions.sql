-- Gift subscriptions: deliveries that are paid in advance (decisions/063-subscriptions.md).

-- The money of a gift subscription is a card without a code: only its deliveries spend it.
alter table gift_cards add column is_subscription integer not null default 0 check (is_subscription in (0, 1));

-- gift: paid in advance. A check that belongs to a column ends only with its column, on both databases.
drop index subscriptions_newest;
alter table subscriptions add column new_status text not null default 'active'
  check (new_status in ('starting', 'active', 'paused', 'failed', 'canceled', 'ended', 'gift'));
update subscriptions set new_status = status;
alter table subscriptions drop column status;
alter table subscriptions rename column new_status to status;
create index subscriptions_newest on subscriptions (created_at, id, status);

create table gift_subscriptions (
  id text primary key,
  order_id text not null unique references orders (id),
  card_id text not null unique references gift_cards (id),
  -- Null until the first delivery is planned.
  subscription_id text unique references subscriptions (id),
  deliveries integer not null check (deliveries in (3, 6, 12)),
  -- The price of a delivery with shipping and tax. What the card has left, divided by it, is what is left to deliver.
  share_cents integer not null check (share_cents > 0),
  -- The part of it that is for the coffee.
  goods_cents integer not null check (goods_cents > 0 and goods_cents <= share_cents),
  weeks integer not null check (weeks in (1, 2, 3, 4, 6, 8)),
  -- As in subscription_items.
  product_id text,
  size_id text,
  taste text check (taste in ('fruity', 'chocolate', 'surprise')),
  grind text not null,
  -- The coffee in words, as it was bought.
  coffee text not null,
  sender_name text not null,
  note text not null default '',
  recipient_name text not null,
  -- Empty if the giver knew the address.
  recipient_email text not null default '',
  address text not null default '',
  address2 text not null default '',
  city text not null default '',
  ship_state text not null default '',
  postal_code text not null default '',
  country text not null default '',
  -- The day at the shop from which it is delivered, or on which it is mailed; null for at once.
  starts_on text,
  -- As in gift_cards. A corrected address gets a new code.
  code_hash text not null unique,
  sealed_code text,
  -- Null until it is paid, mailed, and opened, and until the giver is told that nobody has opened it.
  begun_at text,
  sent_at text,
  opened_at text,
  told_at text,
  corrections integer not null default 0,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  check ((product_id is null) = (taste is not null)),
  check ((product_id is null) = (size_id is null))
);
