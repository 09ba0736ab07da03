-- The texts and pictures of pages that admins edit, and the media library.

-- The versions of a page. Visitors see the published one with the newest `publish_at` that has passed; one with a later
-- `publish_at` is scheduled. A page without a published version has its default texts (server/site-pages/texts).
create table page_versions (
  id text primary key,
  page text not null,
  state text not null check (state in ('draft', 'published')),
  -- JSON object: the values of the page's slots (shared/site-pages). A slot that is missing has its default text.
  body text not null,
  -- JSON array: the uploaded pictures in `body`, by file name. They are not deleted.
  pictures text not null default '[]',
  publish_at text,
  -- When the version of the text was restored that this one repeats; null if it was written anew.
  restored_from text,
  version integer not null default 1,
  created_at text not null,
  updated_at text not null,
  -- The name of the admin who saved it last.
  saved_by text not null,
  check ((state = 'published') = (publish_at is not null))
);

-- A page has at most one draft.
create unique index page_versions_draft on page_versions (page) where state = 'draft';
create index page_versions_published on page_versions (page, publish_at);

-- Uploaded pictures that admins can use on pages. `focal_x` and `focal_y`: the point that stays visible if the picture
-- is cropped, in percent.
create table media (
  id text primary key,
  file text not null unique,
  alt text not null default '',
  focal_x integer not null default 50 check (focal_x between 0 and 100),
  focal_y integer not null default 50 check (focal_y between 0 and 100),
  version integer not null default 1,
  created_at text not null,
  updated_at text not null
);
