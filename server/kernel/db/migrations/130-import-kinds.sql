-- Files of wholesale: accounts, price lists and open invoices. SQLite cannot change a check, and other tables refer to this
-- one, so a new column takes the place of the old one.
alter table imports add column new_kind text not null default 'products'
  check (new_kind in ('products', 'customers', 'accounts', 'price-lists', 'open-invoices'));
update imports set new_kind = kind;
alter table imports drop column kind;
alter table imports rename column new_kind to kind;

-- JSON: what there is to say about the file as a whole, such as columns that are not used.
alter table imports add column remarks text not null default '[]';

-- The accounts that came in by an import, by their name in the file without case and punctuation, so that a second import
-- finds an account that was renamed here.
create table imported_accounts (
  name_key text primary key,
  company_id text not null references companies (id) on delete cascade
);
create index imported_accounts_by_company on imported_accounts (company_id);
