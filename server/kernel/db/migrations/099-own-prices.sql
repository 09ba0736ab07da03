-- The price of a piece that the owner has set for one subscription alone; null for that of the shop. The agreed price
-- follows it: down at once, up only after the announcement (decisions/063-subscriptions.md).
alter table subscription_items add column own_price_cents integer;
