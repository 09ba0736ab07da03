-- Labels of many chosen orders, which are bought one by one and printed as one file.
create table label_batches (
  id text primary key,
  -- Whether the orders are also marked as shipped.
  ships integer not null check (ships in (0, 1)),
  actor_id text,
  actor text not null,
  created_at text not null,
  -- Null until its first label is asked for: until then, the batch is a preview.
  started_at text
);
create index label_batches_newest on label_batches (created_at, id);

create table label_batch_rows (
  batch_id text not null references label_batches (id) on delete cascade,
  position integer not null,
  -- Not a reference: an order that was deleted since gets an answer too.
  order_id text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'answered')),
  -- Why it has no label, or its buyer was not told. Empty after a success.
  problem_kind text not null default '' check (problem_kind in ('', 'missing', 'price', 'refused', 'untold')),
  problem text not null default '',
  -- The price that was asked for, and the price that was accepted, in cents.
  asked_cents integer,
  agreed_cents integer,
  updated_at text not null,
  primary key (batch_id, position),
  unique (batch_id, order_id)
);
