-- Refunds may fail after PayPal has called them completed, so money that is back is read again as well.
drop index payments_by_reread;
create index payments_to_reread on payments (reread_at, captured_at)
  where state in ('completed', 'refund_due', 'refunded');

-- Looked at every minute: orders that say so although none of their payments is being captured.
create index orders_capturing on orders (id) where state = 'capturing';
