-- What accounts owed at the end of a day reads what moved since.
create index receipts_by_day on receipts (day, company_id, cents);
create index credit_notes_by_day on credit_notes (issued_on, company_id, total_cents);
drop index allocations_by_day;
create index allocations_by_day on allocations (day, invoice_id, company_id, cents);
