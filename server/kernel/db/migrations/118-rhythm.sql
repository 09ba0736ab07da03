-- The links of the weekly mail: each opens the order of one location for one buyer, without a password.

create table week_links (
  id text primary key,
  -- Null until the mail is sent.
  token_hash text unique,
  buyer_id text not null references buyers (id) on delete cascade,
  location_id text not null references locations (id) on delete cascade,
  -- The address to which the mail went. The link ends if the buyer has another one.
  email text not null,
  -- The day of the mail: one for each buyer, location and day.
  mailed_on text not null,
  -- The cut-off of the delivery.
  expires_at text not null,
  order_id text,
  created_at text not null,
  unique (buyer_id, location_id, mailed_on)
);
create index week_links_by_end on week_links (expires_at);

-- Accounts that have gone quiet and that staff have seen to: they are not listed again until they order.
create table quiet_accounts (
  company_id text primary key references companies (id) on delete cascade,
  -- The day of their last order then.
  last_on text not null,
  seen_by text not null,
  seen_at text not null
);
