-- Answers of admins to visitors' messages; the mail itself is in the outbox.

create table answers (
  message_id text not null references messages (id),
  -- Starts at 1. After reading n answers, an admin adds number n + 1, so that the second of two concurrent ones fails.
  number integer not null check (number > 0),
  text text not null,
  -- The admin's name at that time.
  written_by text not null,
  outbox_id text not null references outbox (id),
  created_at text not null,
  primary key (message_id, number)
);
