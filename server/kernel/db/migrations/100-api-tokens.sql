-- Tokens with which programs call the API in the name of a member of staff. Only the hash of a token is stored.
create table api_tokens (
  id text primary key,
  token_hash text not null unique,
  -- Its last four characters, by which a person recognizes it.
  hint text not null,
  name text not null unique,
  -- JSON list, such as ["orders:read"].
  scopes text not null,
  user_id text not null references users (id) on delete cascade,
  -- The last day on which it works, in the time zone of the shop.
  ends_on text not null,
  used_at text,
  created_at text not null
);
create index api_tokens_by_user on api_tokens (user_id);
