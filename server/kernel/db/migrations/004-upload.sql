-- Deleting unused pictures, and concurrent edits of an artist.

-- Since when no product, order line, artist or menu page references it; null while one does. Deleted after a day.
alter table uploads add column unnamed_since text;

alter table artists add column version integer not null default 1;
