-- Wholesale orders are rows of `orders` of an account, and some goods are sold to accounts only.

-- The account that owes the money; null for a retail order.
alter table orders add column company_id text;
-- Where its goods go.
alter table orders add column location_id text;
-- The number of the buyer's purchase order, for invoice and slip; empty without one.
alter table orders add column po_number text not null default '';
-- What the buyer wrote with it, such as “back door until 9”.
alter table orders add column buyer_note text not null default '';
-- 1 if the ledger of the account pays it: it counts as accepted when it is placed, and has no row in `payments`.
alter table orders add column on_account integer not null default 0 check (on_account in (0, 1));
-- The day of the delivery, and until when the buyer may change it; null for a retail order.
alter table orders add column delivers_on text;
alter table orders add column changeable_until text;
alter table orders add column handover text check (handover in ('van', 'pickup', 'parcel'));
-- The date of the standing order that wrote it.
alter table orders add column standing_date_id text;

create index orders_by_company on orders (company_id, created_at, id) where company_id is not null;
create index orders_by_delivery on orders (delivers_on, id) where delivers_on is not null;
create unique index orders_by_standing_date on orders (standing_date_id) where standing_date_id is not null;

-- The price in the shop when it was ordered, and whether the line is taxed; null in retail orders.
alter table order_lines add column list_cents integer;
alter table order_lines add column is_taxed integer check (is_taxed in (0, 1));

-- 1 if only accounts can buy the size.
alter table product_sizes add column for_accounts integer not null default 0 check (for_accounts in (0, 1));
-- The pieces in a case; null if it is sold by the piece.
alter table product_sizes add column pack integer check (pack > 0);

-- 1 if only accounts can buy the product. Then it is hidden in the shop too, so that no page and no list for visitors has it.
alter table products add column for_accounts integer not null default 0
  check (for_accounts in (0, 1) and (for_accounts = 0 or is_draft = 1));
-- The only account that can buy it (private label); empty if all can.
alter table products add column company_id text not null default '';
