-- The admin area: the record of changes, notes on orders and messages, and uploaded pictures.

-- A row for every change by an admin, inserted in the transaction of the change.
create table record_lines (
  id text primary key,
  at text not null,
  actor_id text references users (id) on delete set null,
  -- The admin's name at that time, since the account may be deleted.
  actor text not null,
  subject text not null check (subject in ('product', 'user', 'order', 'menu', 'artist', 'message', 'mail', 'shop')),
  -- Empty if there is only one such subject: the menu, the shop.
  subject_id text not null,
  subject_name text not null,
  action text not null,
  -- JSON list of {field, before, after} with texts.
  changes text not null
);

create index record_lines_by_age on record_lines (at, id);
create index record_lines_by_subject on record_lines (subject, subject_id, at, id);

create table order_notes (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  at text not null,
  actor text not null,
  text text not null
);

create index order_notes_by_order on order_notes (order_id, at);

alter table messages add column status text not null default 'new' check (status in ('new', 'answered', 'closed'));
alter table messages add column note text not null default '';

create index messages_by_status on messages (status, created_at, id);

-- Pictures that were uploaded through /api/upload.
create table uploads (
  -- The file name under /uploads/, as in products, artists and menu pages.
  file text primary key,
  -- JSON: the facts for <Picture> (shared/picture.ts).
  facts text not null,
  bytes integer not null check (bytes > 0),
  actor_id text references users (id) on delete set null,
  created_at text not null
);

create index uploads_by_age on uploads (created_at);

create index products_newest on products (created_at, id) where deleted_at is null;
create index users_newest on users (created_at, id);
create index orders_by_state on orders (state, created_at, id);
create index orders_by_payment on orders (paid_at, id) where paid_at is not null;
