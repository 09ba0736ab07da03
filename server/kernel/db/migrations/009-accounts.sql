-- Mail about orders and accounts, and the links in such mail.

-- The kind of mail (MAIL_KINDS in shared/api/mail.ts).
alter table outbox add column kind text not null default 'message';
-- JSON: the data of the mail. Its text is created from it when the mail is sent, and stored then; null if the text was
-- stored at once.
alter table outbox add column about text;

create index outbox_by_kind on outbox (kind, created_at, id);

-- Links that prove access to a mailbox. Each works once; only the mail contains the token itself.
create table account_links (
  token_hash text primary key,
  purpose text not null check (purpose in ('reset', 'confirm', 'object')),
  user_id text not null references users (id) on delete cascade,
  -- The address that it was sent to.
  email text not null check (email = lower(email)),
  -- The mail in the outbox: if it is sent again, each copy has its own link, and all of them work.
  mail_id text not null,
  expires_at text not null
);

create index account_links_by_user on account_links (user_id, purpose);
create index account_links_by_expiry on account_links (expires_at);

-- A user's new email address until it is confirmed with a link.
create table email_changes (
  user_id text primary key references users (id) on delete cascade,
  email text not null check (email = lower(email)),
  created_at text not null
);

create index email_changes_by_email on email_changes (email, created_at);
