-- Carts that visitors mail to themselves (decisions/065-newsletters-and-notices.md). A row is deleted 30 days after its
-- mail.
create table saved_carts (
  id text primary key,
  email text not null,
  -- When the one mail is sent: now, or a day later if nothing was ordered until then.
  kind text not null check (kind in ('now', 'tomorrow')),
  -- JSON: products, sizes, grinds, pieces and rhythms, with the names of that time.
  goods text not null,
  -- SHA-256 of the goods: a second press of the button is the same request.
  goods_hash text not null,
  discount_code text not null default '',
  -- The text that the person saw.
  consent text not null,
  requested_at text not null,
  due_at text not null,
  -- When the mail was queued.
  sent_at text,
  unique (email, kind, goods_hash)
);
create index saved_carts_due on saved_carts (due_at) where sent_at is null;
create index saved_carts_sent on saved_carts (sent_at);
