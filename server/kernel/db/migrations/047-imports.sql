-- Imports of large files: a job reads a file, shows what would change, and applies it in batches (decisions/060).
create table imports (
  id text primary key,
  kind text not null check (kind in ('products', 'customers')),
  -- The shop that wrote the file; null until the file was read.
  source text check (source in ('shopify', 'woocommerce', 'own')),
  file_name text not null,
  state text not null check (state in ('reading', 'ready', 'running', 'done', 'cancelled', 'failed')),
  -- The rows of the file, without the column names.
  row_count integer not null,
  -- Why the file could not be read; empty otherwise.
  problem text not null default '',
  actor_id text not null,
  actor text not null,
  -- The process that works on the import, and until when no other process may continue it.
  claim text,
  claimed_until text,
  created_at text not null,
  started_at text,
  ended_at text
);

create index imports_open on imports (created_at) where state in ('reading', 'running');

-- The rows of a file as JSON, some hundred in each part. Deleted after the file was read.
create table import_parts (
  import_id text not null references imports (id) on delete cascade,
  position integer not null,
  rows_json text not null,
  primary key (import_id, position)
);

-- The products or customers of a file. An item is applied and marked in one transaction.
create table import_items (
  import_id text not null references imports (id) on delete cascade,
  position integer not null,
  first_row integer not null,
  name text not null,
  -- The email of a customer.
  detail text not null,
  action text not null check (action in ('create', 'change', 'same', 'broken')),
  -- The product or account that exists already.
  target_id text,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'skipped')),
  -- JSON: the rows of the item, its changes, remarks, and what is wrong with it.
  data text not null,
  changes text not null,
  notes text not null,
  problems text not null,
  primary key (import_id, position)
);

create index import_items_by_action on import_items (import_id, action, state, position);

-- The accounts that were imported from another shop, so that a second import finds them by their number there.
create table imported_customers (
  source text not null check (source in ('shopify', 'woocommerce')),
  external_id text not null,
  -- Without a reference: an account can be deleted.
  user_id text not null,
  primary key (source, external_id)
);

-- Consents to newsletters that customers gave in another shop.
create table imported_consents (
  email text primary key,
  source text not null check (source in ('shopify', 'woocommerce', 'own')),
  -- Null if the file does not say when.
  consented_at text,
  imported_at text not null
);

-- Pictures of imported products that are in the other shop. A job fetches them; the owner can also upload them.
create table import_pictures (
  id text primary key,
  -- Without a reference: a product can be deleted.
  product_id text not null,
  place text not null check (place in ('image', 'second_image')),
  url text not null,
  -- The name of the file in the address, in lower case and without its ending.
  file_name text not null,
  state text not null check (state in ('waiting', 'done', 'failed')),
  -- Why it could not be fetched; empty otherwise.
  problem text not null default '',
  actor_id text not null,
  actor text not null,
  -- Until when no other process fetches it.
  claimed_until text,
  created_at text not null,
  unique (product_id, place)
);

create index import_pictures_open on import_pictures (created_at, id) where state = 'waiting';
create index import_pictures_by_file on import_pictures (file_name);
