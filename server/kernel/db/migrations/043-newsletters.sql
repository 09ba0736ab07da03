-- Newsletters and notices (decisions/065-newsletters-and-notices.md).

create table newsletter_subscribers (
  id text primary key,
  email text not null unique,
  -- pending: the address is not confirmed; left: unsubscribed
  state text not null check (state in ('pending', 'active', 'left')),
  -- What the subscriber gets: the newsletters, and a notice about a new lot of a coffee bought before.
  wants_news integer not null default 1 check (wants_news in (0, 1)),
  wants_lots integer not null default 0 check (wants_lots in (0, 1)),
  -- The secret part of the links that unsubscribe. It is in the backup, so that these links work after a restore.
  link_key text not null unique,
  requested_at text not null,
  confirmed_at text,
  left_at text
);
create index newsletter_subscribers_by_state on newsletter_subscribers (state, id);

-- What was asked, confirmed and withdrawn, with the text that the person saw. A row never changes.
create table newsletter_consents (
  id text primary key,
  email text not null,
  kind text not null check (kind in ('asked', 'confirmed', 'changed', 'withdrawn')),
  text text not null,
  -- Where: footer, checkout, page, mail, one-click, preferences, admin
  source text not null,
  at text not null
);
create index newsletter_consents_by_email on newsletter_consents (email, at);

-- Addresses that get no newsletters and notices: withdrawn, or excluded by an admin. A hash, so that the row can
-- outlive the address.
create table suppressed_addresses (
  -- SHA-256 of the address in lower case.
  address_hash text primary key,
  reason text not null check (reason in ('withdrawn', 'admin')),
  at text not null
);

create table newsletters (
  id text primary key,
  subject text not null,
  -- The text that mail programs show after the subject.
  preview text not null default '',
  -- JSON: the parts of the text.
  blocks text not null,
  -- JSON: the products whose buyers get it; empty for all subscribers.
  buyers_of text not null default '[]',
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'stopped', 'sent')),
  -- The day at the shop on which it is sent.
  send_on text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  started_at text,
  ended_at text
);
create index newsletters_open on newsletters (state) where state in ('scheduled', 'sending');

-- One row for each mail of a newsletter, so that a subscriber gets it once.
create table newsletter_recipients (
  newsletter_id text not null references newsletters (id) on delete cascade,
  subscriber_id text not null,
  -- Its mail; null until it is queued.
  outbox_id text,
  primary key (newsletter_id, subscriber_id)
);
create index newsletter_recipients_waiting on newsletter_recipients (newsletter_id, subscriber_id)
  where outbox_id is null;

-- Wishes for one mail when a sold-out size is back. A row is deleted with its mail.
create table stock_notices (
  id text primary key,
  product_id text not null,
  size_id text not null,
  email text not null,
  -- Null until the address is confirmed by the mailed link.
  confirmed_at text,
  created_at text not null,
  unique (size_id, email)
);
create index stock_notices_confirmed on stock_notices (size_id) where confirmed_at is not null;
