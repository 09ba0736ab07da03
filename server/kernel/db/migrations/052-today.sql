-- For Today: the paid orders with a day, which may no longer fit the plan; whether any coffee is roasted to order; and
-- which of the sold sizes are coffee.
create index orders_with_roast_day on orders (state, created_at, id) where roasts_on is not null;
create index products_roasted_to_order on products (id) where is_roasted_to_order = 1;
create index products_by_category on products (category, id);
