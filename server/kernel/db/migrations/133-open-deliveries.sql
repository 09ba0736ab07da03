-- Late orders for the van and pickups are few of all that have a day. The condition is written as in the queries, because
-- SQLite compares the text.
create index orders_to_deliver on orders (delivers_on, id)
  where delivers_on is not null and (state in ('paid', 'shipped')) is true;
-- Accounts that have gone quiet are found by the days of all orders that were not canceled.
drop index orders_by_company;
create index orders_by_company on orders (company_id, created_at, id, state) where company_id is not null;
