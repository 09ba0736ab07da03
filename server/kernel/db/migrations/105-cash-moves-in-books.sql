-- Cash that is paid into the drawer or taken out of it, in the bookkeeping.
alter table accounting_lines add column cash_move_cents integer not null default 0;
-- Until now the books did not have it, so owners booked it by hand.
alter table counter_moves add column is_booked integer not null default 1 check (is_booked in (0, 1));
update counter_moves set is_booked = 0;
