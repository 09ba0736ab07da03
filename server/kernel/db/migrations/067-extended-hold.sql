-- When the buyer of an unpaid order asked for more time, which is possible once (WCAG 2.2, 2.2.1).
alter table orders add column hold_extended_at text;
