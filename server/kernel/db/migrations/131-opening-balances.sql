-- What accounts owed in a former system. It is owed from the day of the import on, and was never sold here.

-- The day on which a former system issued the invoice; null if this shop did. Its amounts are what was still open there.
alter table invoices add column former_on text;
drop index invoices_by_date;
create index invoices_by_date on invoices (coalesce(former_on, issued_on), id);
create index invoices_by_issue_day on invoices (issued_on, id);

-- Credit of a former system is a receipt of the kind 'opening'.
drop index receipts_of_order;
drop index receipts_of_prepaid;
drop index receipts_by_reference;
-- A check that belongs to a column ends only with its column, on both databases.
alter table receipts add column new_kind text not null default 'check'
  check (new_kind in ('online', 'order', 'check', 'transfer', 'cash', 'opening'));
update receipts set new_kind = kind;
alter table receipts drop column kind;
alter table receipts rename column new_kind to kind;
create unique index receipts_of_order on receipts (order_id) where kind = 'online' and cents > 0;
create unique index receipts_of_prepaid on receipts (invoice_id) where kind = 'order' and cents > 0;
create index receipts_by_reference on receipts (kind, reference);
-- Its number in the former system; null if a later file has replaced it.
alter table receipts add column former_number text;
create unique index receipts_by_former_number on receipts (former_number) where former_number is not null;
