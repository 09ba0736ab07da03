-- The deliveries of subscriptions that a booking is for (decisions/057-accounting.md). JSON: a list of subscription and
-- number. Months that were closed before name none.
alter table accounting_lines add column deliveries text not null default '[]';
