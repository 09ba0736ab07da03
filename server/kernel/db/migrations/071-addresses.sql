-- The address of a record: the last part of the path of its page, '/product/ethiopia-guji-highlands'. Empty until the first
-- save of a draft. Rows of earlier releases get theirs at the next start (server/start/fill-addresses.ts).
alter table products add column slug text not null default '';
alter table events add column slug text not null default '';
alter table artists add column slug text not null default '';

-- A deleted product gives its address back.
create unique index products_by_slug on products (slug) where slug <> '' and deleted_at is null;
create unique index events_by_slug on events (slug) where slug <> '';
create unique index artists_by_slug on artists (slug) where slug <> '';

-- The rows that have no address, for the start and the job that give them one.
create index products_without_slug on products (id) where slug = '';

-- The earlier addresses of a record, which redirect to its page. They name the record and not a path, so that there are
-- no chains and no loops.
create table former_slugs (
  -- The table of the record.
  kind text not null,
  slug text not null,
  record_id text not null,
  created_at text not null,
  primary key (kind, slug)
);
