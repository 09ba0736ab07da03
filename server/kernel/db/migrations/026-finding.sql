-- What people choose coffee by, the order of the shop, departments, and the full-text index of the search.

alter table products add column process text not null default '';
-- Varieties, separated by commas.
alter table products add column variety text not null default '';
-- Meters above sea level.
alter table products add column altitude integer check (altitude >= 0);
-- JSON list.
alter table products add column flavors text not null default '[]';
alter table products add column is_decaf integer not null default 0 check (is_decaf in (0, 1));
-- 'Single origin' or 'Blend'; empty if the owner has not said.
alter table products add column composition text not null default '';
-- JSON list.
alter table products add column best_for text not null default '[]';
-- The place in the lists of the shop, lowest first; null if the owner has not chosen one.
alter table products add column shop_place integer check (shop_place >= 0);

update products set is_decaf = 1 where category = 'Coffee Beans' and lower(name) like '%decaf%';
update products set composition = 'Blend' where category = 'Coffee Beans' and lower(name) like '%blend%';

-- The words of search_text, for the full-text index. Filled in at the next start (server/products/fill-search.ts).
alter table products add column search_words text not null default '';

-- A part of the shop with an address of its own: all products of its categories.
create table departments (
  id text primary key,
  name text not null,
  slug text not null unique,
  heading text not null,
  text text not null,
  -- JSON list.
  categories text not null,
  place integer not null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);

/* postgres */ create index products_search on products using gin (array_to_tsvector(string_to_array(search_words, ' ')))
  with (fastupdate = off);

-- FTS5 reads the words from products. Prefixes of two and three letters have indexes of their own.
/* sqlite */ create virtual table product_search
  using fts5(search_words, content = 'products', tokenize = 'unicode61 remove_diacritics 0', prefix = '2 3');

/* sqlite */ create trigger product_search_insert after insert on products
  begin insert into product_search (rowid, search_words) values (new.rowid, new.search_words); end;

/* sqlite */ create trigger product_search_delete after delete on products
  begin insert into product_search (product_search, rowid, search_words) values ('delete', old.rowid, old.search_words); end;

/* sqlite */ create trigger product_search_update after update of search_words on products
  when old.search_words <> new.search_words
  begin insert into product_search (product_search, rowid, search_words) values ('delete', old.rowid, old.search_words); insert into product_search (rowid, search_words) values (new.rowid, new.search_words); end;
