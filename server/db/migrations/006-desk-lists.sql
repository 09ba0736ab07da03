-- Orders and people as the desk looks for them, and how an order was sent.

-- Name and e-mail without case and accents: what a keyword is looked for in.
alter table users add column search_text text not null default '';
update users set search_text = lower(name || ' ' || email);

-- How the buyer of an order was called, when the account is called otherwise since, or is gone.
create table former_buyers (
  order_id text primary key references orders (id) on delete cascade,
  search_text text not null
);

insert into former_buyers (order_id, search_text)
select id, lower(buyer_name || ' ' || buyer_email) from orders where user_id is null;

create table shipments (
  order_id text primary key references orders (id) on delete cascade,
  -- Both may be empty: not every parcel can be followed.
  tracking_number text not null,
  tracking_url text not null
);

-- All that a search, its sums and its pages look at, so that none of them reads whole orders.
drop index orders_newest;
create index orders_newest on orders (created_at, id, user_id, state, total_cents);
