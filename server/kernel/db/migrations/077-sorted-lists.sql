-- The lists of the desk, sorted by a column. What has no date is before all dates: `coalesce` makes both databases agree.
create index orders_by_total on orders (total_cents, id);
create index orders_by_paid on orders (coalesce(paid_at, ''), id);
create index orders_by_delivered on orders (coalesce(delivered_at, ''), id);
create index users_by_email on users (email, id);
create index products_by_name on products (lower(name), id) where deleted_at is null;
create index products_by_category_name on products (category, id) where deleted_at is null;
create index products_by_brand on products (brand, id) where deleted_at is null;
