-- What happens with an imported consent. queued: the person is asked by one mail; asked: that mail was queued, so that a
-- person is asked once; accepted: the owner accepted the consent.
alter table imported_consents add column state text not null default 'waiting'
  check (state in ('waiting', 'queued', 'asked', 'accepted'));
create index imported_consents_queued on imported_consents (email) where state = 'queued';
