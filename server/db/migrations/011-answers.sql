-- What the desk has written back to visitors, beside the mail that carries it.

create table answers (
  message_id text not null references messages (id),
  -- The first is 1. Who saw n answers writes number n + 1: of two at once, one is told of the other.
  number integer not null check (number > 0),
  text text not null,
  -- The admin's name as it was then.
  written_by text not null,
  outbox_id text not null references outbox (id),
  created_at text not null,
  primary key (message_id, number)
);
