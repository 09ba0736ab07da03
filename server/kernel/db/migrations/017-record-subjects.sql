-- The subjects of the record are only listed in the contract (RECORD_SUBJECTS in shared/api/record.ts). The table had
-- the same list in a check, so every new subject required a migration. SQLite can remove a check only with its table,
-- so the rows move to a new table.

create table record_lines_without_check (
  id text primary key,
  at text not null,
  actor_id text references users (id) on delete set null,
  -- The admin's name at that time, since the account may be deleted.
  actor text not null,
  subject text not null,
  -- Empty if there is only one such subject: the menu, the shop.
  subject_id text not null,
  subject_name text not null,
  action text not null,
  -- JSON list of {field, before, after} with texts.
  changes text not null
);

insert into record_lines_without_check (id, at, actor_id, actor, subject, subject_id, subject_name, action, changes)
select id, at, actor_id, actor, subject, subject_id, subject_name, action, changes
from record_lines;

drop table record_lines;

alter table record_lines_without_check rename to record_lines;

create index record_lines_by_age on record_lines (at, id);

create index record_lines_by_subject on record_lines (subject, subject_id, at, id);
