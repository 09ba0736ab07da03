-- Recipients of parcels, gifts, and the address book of accounts.

-- Who gets the parcel, if that is not the buyer. Null in all earlier orders, and in those that the previous release
-- places during an update: the buyer.
alter table orders add column recipient text;
-- For the carrier: digits, perhaps with a leading `+`. Empty if the buyer gave none.
alter table orders add column phone text not null default '';
-- Null if the order is not a gift. Empty if it is a gift without a note.
alter table orders add column gift_note text;

-- To whom the quote's shipment is addressed. Null in quotes of the previous release, which are addressed to the buyer.
alter table shipping_quotes add column recipient text;
alter table shipping_quotes add column phone text not null default '';

create table addresses (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  label text not null default '',
  recipient text not null,
  address text not null,
  address2 text not null,
  city text not null,
  ship_state text not null,
  postal_code text not null,
  country text not null,
  phone text not null default '',
  is_default integer not null default 0 check (is_default in (0, 1)),
  version integer not null default 1,
  -- The time of the last order to this address; null if there is none.
  used_at text,
  created_at text not null,
  updated_at text not null
);
create index addresses_by_user on addresses (user_id);
create unique index addresses_default on addresses (user_id) where is_default = 1;

-- The last 20 places to which each account had an order sent. An address gets the id of the latest of these orders.
insert into addresses (
  id, user_id, recipient, address, address2, city, ship_state, postal_code, country, used_at, created_at, updated_at
)
with sent as (
  select
    orders.*,
    row_number() over (
      partition by user_id, lower(address), lower(address2), lower(city), ship_state, substr(postal_code, 1, 5)
      order by created_at desc, id desc
    ) as copy
  from orders
  where user_id is not null and paid_at is not null
), places as (
  select sent.*, row_number() over (partition by user_id order by created_at desc, id desc) as place
  from sent
  where copy = 1
)
select
  id, user_id, buyer_name, address, address2, city, ship_state, postal_code, country, created_at, created_at, created_at
from places
where place <= 20;
