-- Services that an owner has connected on screen. The row of a service without `replaced_at` is the current one; the ones
-- before it stay for a day, because webhooks of the earlier credentials may still come.
create table service_connections (
  id text primary key,
  service text not null check (service in ('payments', 'shipping', 'mail', 'maps', 'storage')),
  version integer not null,
  -- JSON of what is not secret.
  fields text not null,
  -- JSON of the secrets, encrypted (server/platform/keys/ring.ts).
  secrets text not null,
  -- JSON: the last characters of the secrets that show them, to tell one from another.
  endings text not null,
  saved_by text not null,
  saved_at text not null,
  replaced_at text
);

create unique index current_service_connections on service_connections (service) where replaced_at is null;
