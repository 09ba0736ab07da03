-- An admin may hide a review, with a reason, and show it again. A hidden review counts nowhere.

alter table reviews add column hidden_at text;
-- The admin's name as it was then.
alter table reviews add column hidden_by text check ((hidden_by is null) = (hidden_at is null));
alter table reviews add column hidden_reason text check ((hidden_reason is null) = (hidden_at is null));

create index reviews_by_age on reviews (created_at, id);
