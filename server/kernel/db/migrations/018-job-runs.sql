-- When each regular job may run next, so that only one of several instances runs it in an interval.

create table job_runs (
  name text primary key,
  -- ISO 8601 in UTC.
  next_at text not null
);
