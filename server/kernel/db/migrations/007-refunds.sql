-- Refunds, disputes, PayPal webhooks, and tracking numbers for PayPal.

-- The captured amount, which may differ from the requested one; set by the capture.
alter table payments add column captured_cents integer check (captured_cents > 0);
-- The sum of pending and completed refunds. The check prevents concurrent refunds of more than was captured.
alter table payments add column returned_cents integer not null default 0
  check (returned_cents >= 0 and (returned_cents = 0 or returned_cents <= captured_cents));
-- When a completed payment was last read from PayPal again.
alter table payments add column reread_at text;

update payments set captured_cents = amount_cents where capture_id is not null;

create index payments_by_reread on payments (reread_at, captured_at) where state = 'completed';

-- Inserted before the call to PayPal: with the same request id, PayPal never refunds twice.
create table refunds (
  id text primary key,
  payment_id text not null references payments (id),
  amount_cents integer not null check (amount_cents > 0),
  -- Whether it refunds a part of the order's price, or a surplus payment.
  of_sale integer not null check (of_sale in (0, 1)),
  state text not null check (state in ('started', 'pending', 'completed', 'failed')),
  -- Also visible to the buyer.
  reason text not null,
  request_id text not null unique,
  provider_refund_id text unique,
  problem text,
  -- The name of the account that requested it, at that time; PayPal if it was made there.
  actor text not null,
  created_at text not null,
  updated_at text not null,
  completed_at text,
  -- When its items returned to stock, which happens at most once.
  restocked_at text,
  check ((completed_at is not null) = (state = 'completed')),
  check (state <> 'pending' or provider_refund_id is not null)
);

create index refunds_by_payment on refunds (payment_id, created_at);
create index refunds_unsettled on refunds (updated_at) where state in ('started', 'pending');
create index refunds_by_completion on refunds (completed_at) where state = 'completed';

-- The items of a refund that return to stock.
create table refund_lines (
  refund_id text not null references refunds (id) on delete cascade,
  product_id text not null references products (id),
  qty integer not null check (qty > 0),
  primary key (refund_id, product_id)
);

-- A buyer's dispute at PayPal.
create table disputes (
  -- PayPal's id.
  id text primary key,
  payment_id text not null references payments (id),
  state text not null check (state in ('open', 'waiting_for_us', 'waiting_for_buyer', 'under_review', 'won', 'lost', 'closed')),
  reason text not null,
  amount_cents integer not null check (amount_cents >= 0),
  respond_by text,
  opened_at text not null,
  updated_at text not null
);

create index disputes_by_payment on disputes (payment_id);

-- Webhook events, each stored once. They only say which objects to read from PayPal.
create table paypal_events (
  id text primary key,
  event_type text not null,
  -- JSON: the ids of the objects of the event.
  about text not null,
  state text not null check (state in ('waiting', 'done', 'stray', 'failed')),
  attempts integer not null default 0,
  next_at text not null,
  problem text,
  received_at text not null
);

create index paypal_events_waiting on paypal_events (next_at) where state = 'waiting';
create index paypal_events_by_age on paypal_events (received_at);

-- Tracking numbers to send to PayPal, which shows them to the buyer and accepts them as proof in a dispute.
create table tracking_reports (
  order_id text primary key references orders (id) on delete cascade,
  tracking_number text not null,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_at text not null,
  problem text,
  updated_at text not null
);

create index tracking_reports_waiting on tracking_reports (next_at) where state = 'waiting';
