-- Labels that were bought of the carrier, and how their parcels fare.

create table labels (
  -- Goes to Shippo with the purchase, so that a label is found again whose answer was lost.
  id text primary key,
  order_id text not null references orders (id),
  -- buying: asked for, and nobody knows yet what came of it; failed: nothing was bought. voiding: given back, and the
  -- carrier has yet to say whether it pays; refused: it does not.
  state text not null check (state in ('buying', 'bought', 'failed', 'voiding', 'voided', 'refused')),
  rate_id text not null,
  service text not null,
  cents integer not null check (cents > 0),
  -- Whether the order is marked shipped as soon as the label is bought.
  ships integer not null check (ships in (0, 1)),
  transaction_id text unique,
  carrier text not null default '',
  tracking_number text not null default '',
  tracking_url text not null default '',
  -- Why nothing was bought, in words; empty otherwise.
  problem text not null default '',
  actor_id text references users (id) on delete set null,
  actor text not null,
  created_at text not null,
  updated_at text not null,
  bought_at text,
  parcel text not null default 'unknown'
    check (parcel in ('unknown', 'announced', 'transit', 'delivered', 'returned', 'failure')),
  -- What the carrier says of it, and when that happened.
  parcel_words text not null default '',
  parcel_at text,
  -- When Shippo is asked again, and how often it was in vain since the last news; null when nothing more will come.
  next_look_at text,
  looks integer not null default 0,
  check (state in ('buying', 'failed') or (transaction_id is not null and bought_at is not null))
);

create unique index labels_one_live on labels (order_id) where state in ('buying', 'bought');
create index labels_by_order on labels (order_id, created_at, id);
create index labels_unsettled on labels (updated_at) where state in ('buying', 'voiding');
create index labels_to_look_at on labels (next_look_at) where next_look_at is not null;
create index labels_by_number on labels (tracking_number) where tracking_number <> '';
