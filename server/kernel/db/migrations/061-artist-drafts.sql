-- Whether an artist was created but never saved: visitors do not see it until its first save.
alter table artists add column is_draft integer not null default 0 check (is_draft in (0, 1));
update artists set is_draft = 1 where version = 1 and name = 'Sample Name';
