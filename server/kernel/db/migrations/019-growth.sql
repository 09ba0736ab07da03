-- Indexes for the counts and sums of long lists. They are narrow, so that counting reads few pages.

-- Counts and sums of all orders by state.
create index orders_totals on orders (state, total_cents);

-- Covers the counts and sums of the orders of some buyers.
drop index orders_by_user;
create index orders_by_user on orders (user_id, created_at, id, state, total_cents);

-- Counts of mail.
create index outbox_counts on outbox (state, is_kept);

-- Searches of accounts.
create index users_search on users (search_text, id);

-- Covers the sums of the orders paid in a period.
drop index orders_by_payment;
create index orders_by_payment on orders (paid_at, id, items_cents, shipping_cents, tax_cents, total_cents)
  where paid_at is not null;
