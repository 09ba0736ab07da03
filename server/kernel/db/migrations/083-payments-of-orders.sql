-- With the state: SQLite may prefer the index of all completed payments, and read each of them for a page of orders.
drop index payments_by_order;
create index payments_by_order on payments (order_id, state);
