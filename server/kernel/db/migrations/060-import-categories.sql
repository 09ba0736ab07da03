-- What the categories and types of another shop are here (decisions/060). The owner's choice is kept for the next file.
create table imported_categories (
  source text not null check (source in ('shopify', 'woocommerce')),
  -- As in the file: 'Single Origin', 'Coffee > Filter'. Empty for products that have none there.
  name text not null,
  -- Our category. Coffee has its own.
  category text not null,
  -- The department that shows the category after the import; null if the owner chose none. Without a reference: a
  -- department can be deleted.
  department_id text,
  updated_at text not null,
  primary key (source, name)
);

-- The categories of the products in one file, with what the import makes of them.
create table import_categories (
  import_id text not null references imports (id) on delete cascade,
  position integer not null,
  name text not null,
  products integer not null,
  -- JSON: the names of some of these products.
  examples text not null,
  category text not null,
  department_id text,
  -- Whether the owner has chosen this, now or for an earlier file.
  is_chosen integer not null check (is_chosen in (0, 1)),
  primary key (import_id, position)
);
