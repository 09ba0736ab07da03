-- The copying of pictures between the data folder and a bucket that an owner has connected. Without a row, the pictures are in
-- the bucket if there is one.
create table picture_copies (
  -- There is at most one copying.
  service text primary key check (service = 'storage'),
  -- Another text for each copying.
  run text not null,
  -- Where the pictures are copied to.
  direction text not null check (direction in ('bucket', 'folder')),
  -- Pictures that are there, and that there are; 0 before they were counted.
  copied integer not null,
  total integer not null,
  -- Why it has stopped; empty if it goes on.
  problem text not null,
  attempts integer not null,
  -- When it goes on. A server that copies sets it ahead, so that no other one does the same.
  next_at text not null,
  -- When the bucket came into use; what was uploaded at that moment is copied afterwards.
  switched_at text
);
