-- What a line of the record is about is named by the contract alone (RECORD_SUBJECTS in shared/api/record.ts). The table
-- had the same list in a check, so that every new subject would have needed a migration. SQLite drops a check only
-- with its table, so the rows move to a new one.

create table record_lines_without_check (
  id text primary key,
  at text not null,
  actor_id text references users (id) on delete set null,
  -- The admin's name as it was then: the account may be gone.
  actor text not null,
  subject text not null,
  -- Empty for what there is but one of: the menu, the shop.
  subject_id text not null,
  subject_name text not null,
  action text not null,
  -- JSON list of {field, before, after}, in words.
  changes text not null
);

insert into record_lines_without_check (id, at, actor_id, actor, subject, subject_id, subject_name, action, changes)
select id, at, actor_id, actor, subject, subject_id, subject_name, action, changes
from record_lines;

drop table record_lines;

alter table record_lines_without_check rename to record_lines;

create index record_lines_by_age on record_lines (at, id);

create index record_lines_by_subject on record_lines (subject, subject_id, at, id);
