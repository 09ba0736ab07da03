-- Buyers can edit their reviews, the owner can reply to them, and each delivered order asks for reviews once.

alter table reviews add column edited_at text;
alter table reviews add column reply text;
alter table reviews add column replied_at text check ((replied_at is null) = (reply is null));
-- The admin's name at that time.
alter table reviews add column replied_by text check ((replied_by is null) = (reply is null));

-- When the mail that asks for reviews was queued.
alter table orders add column review_requested_at text;
create index orders_review_due on orders (delivered_at) where state = 'delivered' and review_requested_at is null;

-- The product's place on the home page; null if the owner has not chosen it.
alter table products add column featured integer check (featured between 0 and 99);
