-- Search and counts of messages and mail in the admin area.

-- Name, email and text without case and accents, for the keyword search.
alter table messages add column search_text text not null default '';
update messages set search_text = lower(name || ' ' || email || ' ' || message);

create index outbox_by_state on outbox (state, created_at, id);
create index payments_refund_due on payments (updated_at) where state = 'refund_due';
create index products_low on products (count_in_stock, id) where deleted_at is null and is_draft = 0;
