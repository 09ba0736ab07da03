-- Events at the shop, and the people who signed up for them (decisions/058-events.md).
create table events (
  id text primary key,
  title text not null,
  -- Days and times of day at the shop, such as 2026-11-21T18:30. They sort by time.
  starts text not null,
  ends text not null,
  -- Empty at the bar.
  place text not null,
  seats integer not null check (seats > 0),
  -- The seats of the sign-ups in the state seated. The check refuses to sell more seats than there are.
  taken integer not null default 0 check (taken >= 0),
  -- For each person; null if the event is free.
  price_cents integer check (price_cents >= 0),
  image text not null,
  description text not null,
  is_draft integer not null check (is_draft in (0, 1)),
  cancelled_at text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  check (taken <= seats),
  check (ends > starts)
);

create index events_by_start on events (starts);

create index events_by_end on events (ends);

create table event_signups (
  id text primary key,
  event_id text not null references events (id) on delete cascade,
  name text not null,
  -- Empty if an admin added the person without an address.
  email text not null,
  seats integer not null check (seats between 1 and 4),
  state text not null check (state in ('seated', 'waiting', 'cancelled')),
  reminded_at text,
  created_at text not null
);

create index event_signups_by_event on event_signups (event_id, created_at, id);

-- An address has one sign-up for an event. After it was cancelled, the address can sign up again.
create unique index event_signups_by_email on event_signups (event_id, email)
where state <> 'cancelled' and email <> '';
