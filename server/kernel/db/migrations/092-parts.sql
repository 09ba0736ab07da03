-- The parts of the shop. The row exists before the first save, because new orders and sign-ups lock it for reading.
insert into settings (id, version, value, updated_at) values ('parts', 0, '{}', '1970-01-01T00:00:00.000Z')
on conflict (id) do nothing;
