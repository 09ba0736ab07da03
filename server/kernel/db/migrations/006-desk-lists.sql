-- Search of orders and users in the admin area, and shipments.

-- Name and email without case and accents, for the keyword search.
alter table users add column search_text text not null default '';
update users set search_text = lower(name || ' ' || email);

-- The search text of a buyer whose account has been renamed or deleted since the order.
create table former_buyers (
  order_id text primary key references orders (id) on delete cascade,
  search_text text not null
);

insert into former_buyers (order_id, search_text)
select id, lower(buyer_name || ' ' || buyer_email) from orders where user_id is null;

create table shipments (
  order_id text primary key references orders (id) on delete cascade,
  -- Both may be empty, since not every parcel can be tracked.
  tracking_number text not null,
  tracking_url text not null
);

-- Covers all columns that the search, its sums and its pages read, so that they do not read whole orders.
drop index orders_newest;
create index orders_newest on orders (created_at, id, user_id, state, total_cents);
