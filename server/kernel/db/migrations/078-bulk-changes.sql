-- A bulk change is one line of the change log; these are its action and its rows. A row is written in the transaction of
-- its own change, so a repeated request finds what is done.
create table bulk_changes (
  id text primary key references record_lines (id),
  list text not null,
  -- JSON.
  action text not null,
  -- The bulk change that this one takes back. It is taken back once.
  undo_of text unique
);

create table bulk_rows (
  bulk_id text not null references bulk_changes (id),
  row_id text not null,
  name text not null,
  -- The version of the row after the change.
  version text not null,
  -- JSON: the changes as text, and the values with which they are taken back.
  changes text not null,
  kept text not null,
  primary key (bulk_id, row_id)
);

create index bulk_rows_by_row on bulk_rows (row_id);
