-- How a gift card sold at the bar was paid: 'cash' or 'machine'. Empty for other moves, and for sales before this column,
-- which the books have as cash.
alter table gift_card_moves add column paid_by text not null default '' check (paid_by in ('', 'cash', 'machine'));
