-- An admin can hide a review, with a reason, and show it again. A hidden review does not count in any rating.

alter table reviews add column hidden_at text;
-- The admin's name at that time.
alter table reviews add column hidden_by text check ((hidden_by is null) = (hidden_at is null));
alter table reviews add column hidden_reason text check ((hidden_reason is null) = (hidden_at is null));

create index reviews_by_age on reviews (created_at, id);
