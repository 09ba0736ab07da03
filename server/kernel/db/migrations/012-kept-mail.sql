-- A shop without a mail server stores its mail. Once it has a server, such mail must not count as sent.

-- For mail in the state 'sent': it was only stored, not sent.
alter table outbox add column is_kept integer not null default 0 check (is_kept in (0, 1));

drop index outbox_by_state;
create index outbox_by_state on outbox (state, is_kept, created_at, id);
