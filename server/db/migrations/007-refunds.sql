-- Money that goes back, what PayPal tells us by itself, and what we tell PayPal of parcels.

-- What was taken, which is not always what was asked for; known from the capture on.
alter table payments add column captured_cents integer check (captured_cents > 0);
-- What is on its way back or back. Nobody can promise more than was taken, however many press at once.
alter table payments add column returned_cents integer not null default 0
  check (returned_cents >= 0 and (returned_cents = 0 or returned_cents <= captured_cents));
-- When PayPal was last asked about money that has long come in.
alter table payments add column reread_at text;

update payments set captured_cents = amount_cents where capture_id is not null;

create index payments_by_reread on payments (reread_at, captured_at) where state = 'completed';

-- Written down before PayPal is asked: the same request id never gives the money back twice.
create table refunds (
  id text primary key,
  payment_id text not null references payments (id),
  amount_cents integer not null check (amount_cents > 0),
  -- Whether it is part of the order's price, or money that came in beside it and was owed back.
  of_sale integer not null check (of_sale in (0, 1)),
  state text not null check (state in ('started', 'pending', 'completed', 'failed')),
  -- The buyer reads it too.
  reason text not null,
  request_id text not null unique,
  provider_refund_id text unique,
  problem text,
  -- Who asked for it, as the account was called then; PayPal, for what was decided there.
  actor text not null,
  created_at text not null,
  updated_at text not null,
  completed_at text,
  -- When its goods went back on the shelf, which they do once.
  restocked_at text,
  check ((completed_at is not null) = (state = 'completed')),
  check (state <> 'pending' or provider_refund_id is not null)
);

create index refunds_by_payment on refunds (payment_id, created_at);
create index refunds_unsettled on refunds (updated_at) where state in ('started', 'pending');
create index refunds_by_completion on refunds (completed_at) where state = 'completed';

-- The goods that come back with a refund.
create table refund_lines (
  refund_id text not null references refunds (id) on delete cascade,
  product_id text not null references products (id),
  qty integer not null check (qty > 0),
  primary key (refund_id, product_id)
);

-- A buyer's complaint at PayPal.
create table disputes (
  -- PayPal's.
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

-- Webhooks, once each. What they say is only where to look.
create table paypal_events (
  id text primary key,
  event_type text not null,
  -- JSON: the ids of what it is about.
  about text not null,
  state text not null check (state in ('waiting', 'done', 'stray', 'failed')),
  attempts integer not null default 0,
  next_at text not null,
  problem text,
  received_at text not null
);

create index paypal_events_waiting on paypal_events (next_at) where state = 'waiting';
create index paypal_events_by_age on paypal_events (received_at);

-- Parcel numbers on their way to PayPal, which shows them to the buyer and believes them in a dispute.
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
