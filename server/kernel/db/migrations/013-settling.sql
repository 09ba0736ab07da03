-- A refund may fail after PayPal reported it as completed, so refunded payments are read again too.
drop index payments_by_reread;
create index payments_to_reread on payments (reread_at, captured_at)
  where state in ('completed', 'refund_due', 'refunded');

-- For a check every minute: orders in this state none of whose payments is being captured.
create index orders_capturing on orders (id) where state = 'capturing';
