-- Mail about orders and accounts, and the links that are sent in it.

-- Which letter it is (MAIL_KINDS in shared/api/mail.ts).
alter table outbox add column kind text not null default 'message';
-- JSON: what the letter is about. Its words are made of that when it is sent, and then the text is kept; null where
-- words were written down at once.
alter table outbox add column about text;

create index outbox_by_kind on outbox (kind, created_at, id);

-- Links that stand for who reads a mailbox. Each opens once; the token itself is in the mail alone.
create table account_links (
  token_hash text primary key,
  purpose text not null check (purpose in ('reset', 'confirm', 'object')),
  user_id text not null references users (id) on delete cascade,
  -- The mailbox that it was sent to.
  email text not null check (email = lower(email)),
  -- The mail in the outbox: of one that is sent again every copy has a link of its own, and each of them opens.
  mail_id text not null,
  expires_at text not null
);

create index account_links_by_user on account_links (user_id, purpose);
create index account_links_by_expiry on account_links (expires_at);

-- The e-mail address that a user wants, until somebody who reads its mail says so too.
create table email_changes (
  user_id text primary key references users (id) on delete cascade,
  email text not null check (email = lower(email)),
  created_at text not null
);

create index email_changes_by_email on email_changes (email, created_at);
