-- Roles of staff, and invitations.

-- The role of a member of staff; null for customers. A previous release writes only `is_admin`, so an admin without a
-- role counts as an owner (server/sessions/roles.ts).
alter table users add column staff_role text check (staff_role in ('owner', 'manager', 'packer', 'barista'));

update users set staff_role = 'owner' where is_admin = 1;

create index users_by_staff_role on users (staff_role);

-- Invitations of staff that are not accepted yet. `turn` grows with each mail, so that only the link in the last mail
-- works.
create table invitations (
  id text primary key,
  email text not null unique check (email = lower(email)),
  staff_role text not null check (staff_role in ('owner', 'manager', 'packer', 'barista')),
  invited_by text not null,
  turn integer not null default 1,
  created_at text not null,
  expires_at text not null
);
