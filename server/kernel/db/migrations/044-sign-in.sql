-- Passkeys, authenticator apps and recovery codes of accounts. decisions/066-passkeys-and-second-factors.md

create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  -- The id that the authenticator gave to the credential, and its public key (COSE), in base64url.
  credential_id text not null unique,
  public_key text not null,
  -- The number of uses that the authenticator reported last. Most passkeys always report 0.
  counter bigint not null,
  -- JSON list of how a browser reaches the authenticator, such as `internal` or `usb`.
  transports text not null,
  created_at text not null,
  used_at text
);

create index passkeys_by_user on passkeys (user_id, created_at);

-- Challenges that a passkey has answered: each counts once. Challenges without an answer are not stored, because they are
-- signed.
create table used_challenges (
  challenge_hash text primary key,
  expires_at text not null
);

create index used_challenges_by_expiry on used_challenges (expires_at);

-- The authenticator app of an account.
create table authenticator_apps (
  user_id text primary key references users (id) on delete cascade,
  -- Encrypted (server/factors/secret-box.ts).
  secret text not null,
  -- Null until the first code was entered.
  confirmed_at text,
  -- The time step (RFC 6238) of the last accepted code. Codes of this step and of earlier ones are refused.
  last_step integer not null default 0,
  created_at text not null
);

-- Recovery codes. Only hashes are stored.
create table recovery_codes (
  code_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  created_at text not null,
  used_at text
);

create index recovery_codes_by_user on recovery_codes (user_id);

-- The key that encrypts the secrets of authenticator apps, unless the environment has one. A backup does not contain it.
create table secret_keys (
  id integer primary key check (id = 1),
  key text not null
);

-- 1 while the shop requires a second factor and the member of staff has none: the session only serves to set it up.
alter table sessions add column is_limited integer not null default 0 check (is_limited in (0, 1));
