-- Wholesale in the bookkeeping: by how much an account owes less. Negative for an invoice.
alter table accounting_lines add column receivable_cents integer not null default 0;
-- A check that belongs to a column ends only with its column, on both databases.
alter table accounting_lines add column new_kind text not null default 'payment' check (new_kind in
  ('payment', 'surplus', 'refund', 'reversal', 'replacement', 'card-sale', 'card-change', 'counter-day',
    'invoice', 'credit-note', 'receipt', 'write-off'));
update accounting_lines set new_kind = kind;
alter table accounting_lines drop column kind;
alter table accounting_lines rename column new_kind to kind;

-- Sums of sales leave out the orders of accounts, and Today leaves out orders that pay invoices.
drop index orders_by_payment;
create index orders_by_payment on orders
  (paid_at, id, items_cents, shipping_cents, tax_cents, total_cents, refunded_cents, discount_cents, is_gift_card, via,
    company_id, pays_invoices)
  where paid_at is not null;
