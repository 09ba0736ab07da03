-- Works of art for sale (decisions/059-art-for-sale.md). A work is a product with a wall label: its title, text, picture,
-- price and stock are those of the product.
create table works (
  product_id text primary key references products (id),
  artist_id text not null references artists (id),
  year integer,
  medium text not null,
  dimensions text not null,
  -- The box that it is shipped in (shared/parcel.ts), and its weight with packing. Empty: pickup at the bar only.
  box text not null,
  packed_grams integer,
  place integer not null,
  is_hidden integer not null check (is_hidden in (0, 1))
);

create index works_by_artist on works (artist_id);

-- The share of an artist in percent, from a moment on. A sale counts with the share of the moment of its payment.
create table artist_shares (
  id text primary key,
  artist_id text not null references artists (id) on delete cascade,
  percent integer not null check (percent between 0 and 100),
  since text not null
);

create index artist_shares_by_artist on artist_shares (artist_id, since);

-- What was paid to an artist.
create table artist_payouts (
  id text primary key,
  artist_id text not null references artists (id),
  cents integer not null check (cents > 0),
  note text not null,
  actor text not null,
  paid_at text not null
);

create index artist_payouts_by_artist on artist_payouts (artist_id, paid_at);
