-- The rows that the demo invented: server/demo/remove-demo.ts deletes them. `kind` is the name of a table.
create table demo_rows (
  kind text not null,
  id text not null,
  primary key (kind, id)
);
