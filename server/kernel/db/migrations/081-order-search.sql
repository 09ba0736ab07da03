-- Search of orders by what is in them, by recipient and by phone. The server fills both tables when it starts
-- (server/checkout/orders/searched.ts), because SQL does not fold accents in the same way on both databases.

-- The names under which goods were sold, folded.
create table sold_names (
  name text primary key,
  search_text text not null
);
create index order_lines_by_name on order_lines (name, order_id);

-- The recipients of orders, folded. Staff who pack may search in them, but not in the buyers.
create table order_recipients (
  order_id text primary key references orders (id) on delete cascade,
  search_text text not null
);
-- Has all that a search reads, in the order of the orders.
create index order_recipients_searched on order_recipients (order_id, search_text);

-- What the sums of found orders read.
create index orders_found on orders (id, user_id, state, total_cents, refunded_cents, created_at);

create index orders_by_phone on orders (phone, id) where phone <> '';
