-- When a coffee tastes best, as filter coffee and as espresso, and the guides for brewing it.

-- Days after the roast, such as 7-35; empty if they follow from the roasting level.
alter table products add column best_filter text not null default '';
alter table products add column best_espresso text not null default '';

-- The guides for brewing. A shop gets the first ones at its next start (server/content/brew-guides/first-guides.ts).
create table brew_guides (
  id text primary key,
  -- The part of the address after /brew/. It stays when the name changes.
  slug text not null unique,
  name text not null,
  summary text not null,
  makes text not null,
  dose integer not null check (dose > 0),
  water integer not null check (water > 0),
  is_yield integer not null check (is_yield in (0, 1)),
  -- Hundredths of a gram of water for a gram of coffee.
  ratio_hundredths integer not null check (ratio_hundredths > 0),
  kettle integer,
  celsius integer,
  grind text not null,
  done_from integer not null check (done_from > 0),
  done_to integer not null,
  -- JSON lists.
  steps text not null,
  sizes text not null,
  min_dose integer,
  max_dose integer,
  times_grow integer not null check (times_grow in (0, 1)),
  if_sour text not null,
  if_bitter text not null,
  -- JSON list: parts of the names of grinds and methods.
  fits text not null,
  place integer not null,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);
