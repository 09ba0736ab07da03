-- Messages of visitors, mail, artists and their works, the menu.

-- Sent and waiting mail. Inserted in the transaction of the event that it is about.
create table outbox (
  id text primary key,
  -- One mail per event, even if the code that inserts it is repeated: 'message:<id>'.
  dedupe_key text not null unique,
  recipient text not null,
  reply_to text,
  subject text not null,
  body_text text not null,
  body_html text not null,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  -- The time of the next attempt; during an attempt, when its claim expires.
  next_at text not null,
  sent_at text,
  problem text,
  -- The same for every attempt, so that mail programs recognize a duplicate.
  message_id text not null unique,
  created_at text not null,
  check ((state = 'sent') = (sent_at is not null))
);

create index outbox_waiting on outbox (next_at) where state = 'waiting';
create index outbox_by_age on outbox (created_at, id);

create table messages (
  id text primary key,
  kind text not null check (kind in ('contact', 'wholesale')),
  -- The person, or the business of a wholesale inquiry.
  name text not null,
  email text not null,
  phone text not null,
  type_of_business text not null,
  -- Pounds per month.
  qty real not null check (qty >= 0),
  social text not null,
  message text not null,
  outbox_id text not null references outbox (id),
  created_at text not null
);

create index messages_by_age on messages (created_at, id);

create table artists (
  id text primary key,
  name text not null,
  title text not null,
  script text not null,
  quote text not null,
  instagram text not null,
  website text not null,
  -- JSON lists of file names under /uploads/.
  main_images text not null,
  other_images text not null,
  is_feat integer not null default 0 check (is_feat in (0, 1)),
  created_at text not null,
  updated_at text not null
);

create unique index artists_one_featured on artists (is_feat) where is_feat = 1;

create table menu_pages (
  position integer primary key check (position >= 0),
  -- A file name under /uploads/.
  file text not null,
  title text not null,
  -- JSON list of the lines of the page's text.
  lines text not null
);
