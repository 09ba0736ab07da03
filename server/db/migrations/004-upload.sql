-- Uploaded pictures that nobody shows any more, and artists that two admins edit at once.

-- Since when no product, order line, artist or menu page names it; null while one does. A day later it is swept.
alter table uploads add column unnamed_since text;

alter table artists add column version integer not null default 1;
