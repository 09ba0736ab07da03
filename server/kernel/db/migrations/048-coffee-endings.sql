-- Coffees that end, and what subscribers get instead (decisions/063-subscriptions.md).
create table coffee_endings (
  product_id text primary key references products (id) on delete cascade,
  -- The last day on which the coffee is roasted.
  ends_on text not null,
  -- The coffee that the owner chose; null for the rule.
  replacement_id text references products (id) on delete set null,
  created_at text not null
);

-- What an item becomes after the ending, as the mail about it says. Removed when the item has changed.
create table coffee_replacements (
  item_id text primary key references subscription_items (id) on delete cascade,
  ended_product_id text not null references coffee_endings (product_id) on delete cascade,
  -- Null if no coffee fits. Then the delivery waits until the subscriber chooses one.
  product_id text,
  size_id text,
  announced_at text not null
);

create index coffee_replacements_of on coffee_replacements (ended_product_id);
