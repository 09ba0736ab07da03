-- Who grew a coffee, how to brew it, and its color on the site.

alter table products add column producer text not null default '';

-- The brew recipe. The water is in grams, the time in seconds; null if the owner has not given it.
alter table products add column brew_method text not null default '';
alter table products add column brew_dose integer check (brew_dose >= 0);
alter table products add column brew_water integer check (brew_water >= 0);
alter table products add column brew_seconds integer check (brew_seconds >= 0);

-- A color of shared/accents.ts; empty if the color follows from the taste.
alter table products add column accent text not null default '';
