-- Wholesale accounts: companies, their locations, their buyers, certificates of resale and applications.
create table companies (
  id text primary key,
  legal_name text not null,
  -- What the sign says; empty if it is the legal name.
  trade_name text not null default '',
  kind text not null check (kind in ('cafe', 'grocer', 'office', 'restaurant', 'other')),
  billing_email text not null,
  phone text not null default '',
  website text not null default '',
  address text not null,
  address2 text not null default '',
  city text not null,
  state text not null,
  postal_code text not null,
  country text not null,
  status text not null default 'review' check (status in ('review', 'approved', 'hold', 'closed')),
  terms text not null default 'prepaid' check (terms in ('prepaid', 'receipt', 'net')),
  net_days integer not null default 0 check (net_days between 0 and 180),
  credit text not null default 'unlimited' check (credit in ('none', 'amount', 'unlimited')),
  credit_cents integer not null default 0 check (credit_cents >= 0),
  over_credit text not null default 'prepaid' check (over_credit in ('warn', 'prepaid', 'block')),
  -- Days overdue after which the account goes on hold by itself; null for never.
  hold_after_days integer check (hold_after_days between 1 and 365),
  -- The last day on which neither the limit nor lateness puts it on hold.
  exempt_until text,
  price_list_id text,
  percent_off integer check (percent_off between 0 and 90),
  minimum text not null default 'none' check (minimum in ('none', 'grams', 'cents')),
  minimum_value integer not null default 0 check (minimum_value >= 0),
  po_required integer not null default 0 check (po_required in (0, 1)),
  -- What the account said that it would buy in a month.
  promised_grams integer not null default 0 check (promised_grams >= 0),
  bills text not null default 'delivery' check (bills in ('delivery', 'weekly', 'monthly')),
  online_pay integer not null default 1 check (online_pay in (0, 1)),
  hold_reason text not null default '',
  notes text not null default '',
  -- Names, address and mail addresses without case and accents, for the list.
  search_text text not null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);
create index companies_by_name on companies (legal_name, id);

create table locations (
  id text primary key,
  company_id text not null references companies (id) on delete cascade,
  name text not null,
  recipient text not null,
  phone text not null default '',
  address text not null,
  address2 text not null default '',
  city text not null,
  state text not null,
  postal_code text not null,
  country text not null,
  -- For the driver, such as the code of a door.
  door_note text not null default '',
  -- HH:MM in the time zone of the shop; empty if at any time.
  receives_from text not null default '',
  receives_to text not null default '',
  handover text not null default 'van' check (handover in ('van', 'pickup', 'parcel')),
  -- The days of delivery from 1 (Monday) to 7, such as '2,4'; empty if none is agreed.
  weekdays text not null default '',
  -- Orders are taken until this time, this many days before the delivery.
  cutoff_days integer not null default 3 check (cutoff_days between 0 and 30),
  cutoff_time text not null default '12:00',
  -- 'account': the minimum of the account.
  minimum text not null default 'account' check (minimum in ('account', 'none', 'grams', 'cents')),
  minimum_value integer not null default 0 check (minimum_value >= 0),
  route_id text,
  is_active integer not null default 1 check (is_active in (0, 1)),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);
create index locations_by_company on locations (company_id, id);

create table buyers (
  id text primary key,
  company_id text not null references companies (id) on delete cascade,
  -- Null until the person has joined with the mailed link.
  user_id text references users (id) on delete set null,
  email text not null check (email = lower(email)),
  name text not null,
  may_order integer not null default 1 check (may_order in (0, 1)),
  may_invoices integer not null default 0 check (may_invoices in (0, 1)),
  may_pay integer not null default 0 check (may_pay in (0, 1)),
  may_people integer not null default 0 check (may_people in (0, 1)),
  mails_orders integer not null default 1 check (mails_orders in (0, 1)),
  mails_invoices integer not null default 0 check (mails_invoices in (0, 1)),
  mails_statements integer not null default 0 check (mails_statements in (0, 1)),
  mails_weekly integer not null default 0 check (mails_weekly in (0, 1)),
  -- Grows with each invitation. Only the link in the last mail works.
  turn integer not null default 1,
  invited_at text not null,
  -- Set when the person may no longer act for the account.
  removed_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);
create unique index buyers_by_email on buyers (company_id, email) where removed_at is null;
create unique index buyers_by_user on buyers (user_id, company_id) where removed_at is null;

create table certificates (
  id text primary key,
  company_id text not null references companies (id) on delete cascade,
  -- Such as ST-10.
  form text not null,
  -- The number of the sales tax registration.
  number text not null default '',
  holder text not null default '',
  address text not null default '',
  -- The kind of goods that it covers, as written on it.
  goods text not null default '',
  -- JSON list: the categories of products that it covers.
  covers text not null default '[]',
  signed_by text not null default '',
  signed_on text,
  -- The last day on which it is valid; null if it is valid until notice.
  expires_on text,
  -- The key of the uploaded file.
  file text,
  state text not null default 'waiting' check (state in ('waiting', 'valid', 'refused', 'revoked')),
  received_at text not null,
  checked_by text,
  checked_at text,
  -- When it was revoked or refused.
  ended_at text,
  -- The days for which the mail about its end is sent: 30 days before, and the day itself.
  told_before integer not null default 0 check (told_before in (0, 1)),
  told_on_day integer not null default 0 check (told_on_day in (0, 1)),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);
create index certificates_by_company on certificates (company_id, id);
create index certificates_that_end on certificates (expires_on) where state = 'valid' and expires_on is not null;

create table applications (
  id text primary key,
  -- The message of the form on /wholesale.
  message_id text unique references messages (id) on delete set null,
  token_hash text unique,
  expires_at text not null,
  state text not null default 'sent' check (state in ('sent', 'filled', 'needs', 'approved', 'declined')),
  email text not null,
  name text not null,
  -- JSON: what the applicant has entered.
  data text not null default '{}',
  -- What the owner has asked for.
  asked text not null default '',
  terms_version integer,
  -- The text of the terms as it was accepted.
  terms_text text,
  accepted_name text,
  accepted_at text,
  accepted_ip text,
  company_id text references companies (id) on delete set null,
  decided_by text,
  decided_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);
create index applications_by_state on applications (state, id);
