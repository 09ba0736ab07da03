-- A shop without a mail server keeps its mail. It must not be taken for sent on the day there is one.

-- Of mail that is 'sent': nobody has it.
alter table outbox add column is_kept integer not null default 0 check (is_kept in (0, 1));

drop index outbox_by_state;
create index outbox_by_state on outbox (state, is_kept, created_at, id);
