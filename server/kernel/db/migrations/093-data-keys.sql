-- The keys that encrypt credentials, codes of gift cards and secrets of authenticator apps (server/platform/keys/ring.ts).
-- Each is itself encrypted with the master key, which is not in the database.
create table data_keys (
  id text primary key,
  -- Which master key encrypts it: the beginning of a hash of that key.
  master text not null,
  wrapped text not null,
  created_at text not null
);
