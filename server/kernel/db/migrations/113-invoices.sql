-- The ledger of wholesale accounts: what left the shop, invoices, credit notes, receipts, and what pays what.

-- The next number of each series and year. Its row is locked in the transaction that issues, so no number is lost or given twice.
create table paper_numbers (
  series text not null check (series in ('W', 'C')),
  year integer not null,
  next integer not null check (next > 0),
  primary key (series, year)
);

-- Every transaction that changes what an account owes locks the row of the account first.
create table ledgers (
  company_id text primary key references companies (id),
  moves integer not null default 0,
  -- Since when the account is on hold by itself, and why, as it was told to both sides; null if it is not.
  held_since text,
  held_reason text not null default ''
);

-- An invoice is never changed. What is open derives from what settles it.
create table invoices (
  id text primary key,
  company_id text not null references companies (id),
  -- Null if the goods went to several locations.
  location_id text references locations (id),
  number text not null unique,
  -- JSON: names, addresses, terms and tax as they were (shared/wholesale/papers.ts).
  data text not null,
  -- The last day on which its goods left.
  delivered_on text not null,
  issued_at text not null,
  issued_on text not null,
  due_on text not null,
  items_cents integer not null check (items_cents >= 0),
  shipping_cents integer not null check (shipping_cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  total_cents integer not null check (total_cents = items_cents + shipping_cents + tax_cents),
  -- The sum of its allocations and write-offs.
  settled_cents integer not null default 0 check (settled_cents between 0 and total_cents),
  -- Whether its orders were paid before the goods left. Then the books have their payments, and not the invoice.
  is_prepaid integer not null default 0 check (is_prepaid in (0, 1)),
  voided_at text,
  voided_on text,
  voided_by text,
  -- Reminders stop until this day, or while something is disputed.
  promised_on text,
  dispute text not null default '',
  search_text text not null,
  check (voided_at is null or settled_cents = 0)
);
create index invoices_by_company on invoices (company_id, issued_on, id);
create index invoices_by_date on invoices (issued_on, id);
create index invoices_open on invoices (due_on, id, company_id, issued_on, total_cents, settled_cents)
  where settled_cents < total_cents and voided_at is null;
create index invoices_voided on invoices (voided_on) where voided_on is not null;
create index invoices_by_issue on invoices (issued_at);
create index invoices_by_due on invoices (due_on, id);
create index invoices_by_total on invoices (total_cents, id);

create table invoice_lines (
  invoice_id text not null references invoices (id) on delete cascade,
  position integer not null,
  order_id text references orders (id),
  order_position integer not null,
  product_id text,
  name text not null,
  size_label text not null default '',
  size_grams integer,
  sku text not null default '',
  grind text not null default '',
  qty integer not null check (qty > 0),
  price_cents integer not null check (price_cents >= 0),
  -- For all pieces, after discounts and without tax.
  cents integer not null check (cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  left_on text not null,
  primary key (invoice_id, position)
);
create index invoice_lines_by_order on invoice_lines (order_id, order_position);

-- Goods of an order that left the shop. Without an invoice they wait for the bill of their week or month.
create table departures (
  id text primary key,
  order_id text not null references orders (id),
  company_id text not null references companies (id),
  location_id text references locations (id),
  left_on text not null,
  shipping_cents integer not null check (shipping_cents >= 0),
  is_prepaid integer not null check (is_prepaid in (0, 1)),
  invoice_id text references invoices (id),
  created_at text not null
);
create index departures_by_order on departures (order_id);
create index departures_unbilled on departures (company_id, left_on, id) where invoice_id is null;

create table departure_lines (
  departure_id text not null references departures (id) on delete cascade,
  position integer not null,
  qty integer not null check (qty >= 0),
  cents integer not null check (cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  primary key (departure_id, position)
);

create table credit_notes (
  id text primary key,
  company_id text not null references companies (id),
  invoice_id text not null references invoices (id),
  number text not null unique,
  data text not null,
  issued_at text not null,
  issued_on text not null,
  items_cents integer not null check (items_cents >= 0),
  shipping_cents integer not null check (shipping_cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  total_cents integer not null check (total_cents = items_cents + shipping_cents + tax_cents and total_cents > 0),
  -- What no invoice has used yet.
  left_cents integer not null check (left_cents between 0 and total_cents),
  goods_back integer not null check (goods_back in (0, 1)),
  reason text not null,
  actor text not null
);
create index credit_notes_by_invoice on credit_notes (invoice_id);
create index credit_notes_by_company on credit_notes (company_id, issued_on);
create index credit_notes_by_issue on credit_notes (issued_at);
create index credit_notes_left on credit_notes (company_id, left_cents) where left_cents > 0;

create table credit_note_lines (
  credit_id text not null references credit_notes (id) on delete cascade,
  -- The line of the invoice.
  position integer not null,
  qty integer not null check (qty > 0),
  cents integer not null check (cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  primary key (credit_id, position)
);

-- Money of an account, never changed: an undo or a refund is a row of its own, with negative cents.
create table receipts (
  id text primary key,
  company_id text not null references companies (id),
  -- 'order': a prepaid order, whose payment the books have already.
  kind text not null check (kind in ('online', 'order', 'check', 'transfer', 'cash')),
  cents integer not null check (cents <> 0),
  -- What no invoice has used yet.
  left_cents integer not null check (left_cents >= 0 and (left_cents <= cents or left_cents = 0)),
  -- The day on which the ledger counts it, and the day on the check or of the transfer.
  day text not null,
  received_on text not null,
  reference text not null default '',
  note text not null default '',
  order_id text references orders (id),
  invoice_id text references invoices (id),
  refund_id text references refunds (id),
  undoes_id text unique references receipts (id),
  actor text not null,
  at text not null
);
-- A payment at the provider is booked once.
create unique index receipts_of_order on receipts (order_id) where kind = 'online' and cents > 0;
create unique index receipts_of_prepaid on receipts (invoice_id) where kind = 'order' and cents > 0;
create index receipts_by_company on receipts (company_id, day);
create index receipts_by_time on receipts (at);
create index receipts_left on receipts (company_id, left_cents) where left_cents > 0;
create index receipts_by_reference on receipts (kind, reference);
create index receipts_by_refund on receipts (refund_id) where refund_id is not null;

-- Which receipt or credit note pays how much of which invoice. Negative where it was taken back.
create table allocations (
  id text primary key,
  company_id text not null references companies (id),
  invoice_id text not null references invoices (id),
  receipt_id text references receipts (id),
  credit_id text references credit_notes (id),
  cents integer not null check (cents <> 0),
  day text not null,
  at text not null,
  check ((receipt_id is null) <> (credit_id is null))
);
create index allocations_by_invoice on allocations (invoice_id, day);
create index allocations_by_receipt on allocations (receipt_id) where receipt_id is not null;
create index allocations_by_credit on allocations (credit_id) where credit_id is not null;
create index allocations_by_day on allocations (day, invoice_id, cents);

-- Negative where it was taken back.
create table write_offs (
  id text primary key,
  company_id text not null references companies (id),
  invoice_id text not null references invoices (id),
  cents integer not null check (cents <> 0),
  day text not null,
  reason text not null,
  undoes_id text unique references write_offs (id),
  actor text not null,
  at text not null
);
create index write_offs_by_invoice on write_offs (invoice_id, day);
create index write_offs_by_company on write_offs (company_id, day);
create index write_offs_by_day on write_offs (day, invoice_id, cents);
create index write_offs_by_time on write_offs (at);

-- 1 if the order pays invoices: it has no goods, no shipping and no tax, like that of a gift card.
alter table orders add column pays_invoices integer not null default 0 check (pays_invoices in (0, 1));

-- The invoices that an order pays, in this order. What is more than they need stays as credit of the account.
create table invoice_payments (
  order_id text not null references orders (id),
  position integer not null,
  company_id text not null references companies (id),
  invoice_id text not null references invoices (id),
  primary key (order_id, position)
);
create index invoice_payments_by_invoice on invoice_payments (invoice_id);

-- One mail for each account and day, and each step of an invoice once.
create table reminders (
  company_id text not null references companies (id),
  day text not null,
  primary key (company_id, day)
);
create table invoice_reminders (
  invoice_id text not null references invoices (id),
  -- Days after the due date; negative before it.
  stage integer not null,
  day text not null,
  primary key (invoice_id, stage)
);
create table statements_sent (
  company_id text not null references companies (id),
  month text not null,
  primary key (company_id, month)
);
