-- Orders in several parcels. An order without rows here is one parcel, as all orders of earlier versions are; its tracking is
-- in `shipments`. That of an order in several parcels has the numbers of all of them, separated by commas.

create table parcels (
  order_id text not null references orders (id) on delete cascade,
  number integer not null check (number > 0),
  tracking_number text not null default '',
  tracking_url text not null default '',
  -- When it left the shop; null until then. The order is shipped when all of its parcels have left.
  left_at text,
  primary key (order_id, number)
);
create index parcels_by_folded_number on parcels
  (upper(replace(replace(tracking_number, ' ', ''), '-', '')), order_id) where tracking_number <> '';

-- The pieces of each line of the order that are in a parcel. A line can be in several.
create table parcel_lines (
  order_id text not null,
  number integer not null,
  position integer not null,
  qty integer not null check (qty > 0),
  primary key (order_id, number, position),
  foreign key (order_id, number) references parcels (order_id, number) on delete cascade
);

-- Changes with each change of the parcels, so that no label is bought for goods that are in another parcel by now.
alter table orders add column split_version integer not null default 0;

alter table labels add column parcel_number integer not null default 1;
drop index labels_one_live;
create unique index labels_one_live on labels (order_id, parcel_number) where state in ('buying', 'bought');
