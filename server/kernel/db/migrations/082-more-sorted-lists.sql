-- The other lists of the desk, sorted by a column, as in 077-sorted-lists.sql.
create index gift_cards_by_recipient on gift_cards (lower(recipient_name), id);
create index gift_cards_by_amount on gift_cards (cents, id);
create index gift_cards_by_balance on gift_cards (balance_cents, id);
create index subscriptions_by_name on subscriptions (lower(buyer_name), id);
create index subscriptions_by_next on subscriptions (coalesce(next_on, ''), id);
create index messages_by_name on messages (lower(name), id);
create index reviews_by_rating on reviews (rating, id);
create index record_lines_by_actor on record_lines (actor, id);
create index coffee_lots_by_roast on coffee_lots (roasted_on, id);
create index coffee_lots_by_weight on coffee_lots (grams, id);
