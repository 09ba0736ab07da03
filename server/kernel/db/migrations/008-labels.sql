-- Shipping labels and the tracking state of their parcels.

create table labels (
  -- Sent to Shippo with the purchase, so that the label can be found if the response is lost.
  id text primary key,
  order_id text not null references orders (id),
  -- buying: requested, result unknown; failed: nothing was bought. voiding: refund requested; refused: the carrier
  -- refused the refund.
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
  -- Why nothing was bought; otherwise empty.
  problem text not null default '',
  actor_id text references users (id) on delete set null,
  actor text not null,
  created_at text not null,
  updated_at text not null,
  bought_at text,
  parcel text not null default 'unknown'
    check (parcel in ('unknown', 'announced', 'transit', 'delivered', 'returned', 'failure')),
  -- The carrier's tracking state, its description and its time.
  parcel_words text not null default '',
  parcel_at text,
  -- When Shippo is polled again (null after the final state), and the number of polls without news since the last one.
  next_look_at text,
  looks integer not null default 0,
  check (state in ('buying', 'failed') or (transaction_id is not null and bought_at is not null))
);

create unique index labels_one_live on labels (order_id) where state in ('buying', 'bought');
create index labels_by_order on labels (order_id, created_at, id);
create index labels_unsettled on labels (updated_at) where state in ('buying', 'voiding');
create index labels_to_look_at on labels (next_look_at) where next_look_at is not null;
create index labels_by_number on labels (tracking_number) where tracking_number <> '';
