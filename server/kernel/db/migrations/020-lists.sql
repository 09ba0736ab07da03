-- Sums, marks and indexes for the lists of shops with hundreds of thousands of orders.

-- The sum of the completed refunds of the order's price, derived from refunds. settle-refund.ts and undo-refund.ts change
-- both in one transaction.
alter table orders add column refunded_cents integer not null default 0 check (refunded_cents >= 0);

update orders
set refunded_cents = returned.cents
from (
  select payments.order_id, sum(refunds.amount_cents) as cents
  from refunds
  join payments on payments.id = refunds.payment_id
  where refunds.state = 'completed' and refunds.of_sale = 1
  group by payments.order_id
) as returned
where returned.order_id = orders.id;

-- Whether the author has paid for an order with the product, derived from orders and order_lines. Set when the review is
-- written, and when such an order is paid.
alter table reviews add column is_by_buyer integer not null default 0 check (is_by_buyer in (0, 1));

update reviews
set is_by_buyer = 1
where 0 < (
  select count(*)
  from orders
  cross join order_lines
  where orders.user_id = reviews.user_id
    and orders.paid_at is not null
    and order_lines.order_id = orders.id
    and order_lines.product_id = reviews.product_id
);

-- The ratings of a product.
create index reviews_shown on reviews (product_id, is_by_buyer, rating) where hidden_at is null;

-- Covers the filters of the list of all reviews.
drop index reviews_by_age;
create index reviews_by_age on reviews (created_at, id, product_id, is_by_buyer, hidden_at);

create index reviews_by_user on reviews (user_id);

-- These indexes also cover the sums of refunds.
drop index orders_totals;
create index orders_totals on orders (state, total_cents, refunded_cents);
drop index orders_by_user;
create index orders_by_user on orders (user_id, created_at, id, state, total_cents, refunded_cents);
drop index orders_by_payment;
create index orders_by_payment on orders
  (paid_at, id, items_cents, shipping_cents, tax_cents, total_cents, refunded_cents)
  where paid_at is not null;

-- Parcels with delivery problems.
create index labels_undelivered on labels (updated_at) where parcel in ('returned', 'failure');

-- Counts for /metrics.
create index payments_by_state on payments (state);

-- Deletion of the text of old mail.
create index outbox_texts on outbox (sent_at) where state = 'sent' and body_text <> '';
