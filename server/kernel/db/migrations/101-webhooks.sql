-- Addresses of other programs that the shop tells what happened (https://www.standardwebhooks.com).
create table webhooks (
  id text primary key,
  url text not null unique,
  -- JSON list of the types of events that it gets.
  events text not null,
  -- Sealed, like the one before it, which signs too until `former_until`.
  secret text not null,
  former_secret text,
  former_until text,
  is_on integer not null default 1 check (is_on in (0, 1)),
  -- Why the shop has switched it off; empty otherwise.
  off_reason text not null default '',
  -- When the failures began that no success has followed.
  failing_since text,
  -- Nothing is sent before: an instance is sending, or the receiver has asked for a pause.
  next_at text not null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);

-- What happened, written in the transaction of the change if any webhook wants it.
create table webhook_events (
  id text primary key,
  type text not null,
  -- JSON: the ids of what the event is about.
  about text not null,
  -- Set for a test event, which only this webhook gets.
  webhook_id text references webhooks (id) on delete cascade,
  -- Null until it was written for the webhooks that get the event.
  body text,
  occurred_at text not null
);
create index webhook_events_new on webhook_events (id) where body is null;
create index webhook_events_age on webhook_events (occurred_at);

create table webhook_deliveries (
  id text primary key,
  webhook_id text not null references webhooks (id) on delete cascade,
  event_id text not null references webhook_events (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at text not null,
  tried_at text,
  -- The status of the last answer; null if there was none.
  status integer,
  problem text not null default '',
  unique (webhook_id, event_id)
);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, event_id) where state = 'waiting';
create index webhook_deliveries_event on webhook_deliveries (event_id);
