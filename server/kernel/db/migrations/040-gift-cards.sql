-- Gift cards: money that the shop owes to the holder of a code (decisions/062-gift-cards.md).

-- An order whose only line is a gift card. It has no address, no shipping and no tax.
alter table orders add column is_gift_card integer not null default 0 check (is_gift_card in (0, 1));
-- The part of the total that gift cards pay. The amount at PayPal is total_cents - gift_card_cents.
alter table orders add column gift_card_cents integer not null default 0 check (gift_card_cents >= 0);

-- An order can have a payment at PayPal and one by gift card.
drop index payments_one_live;
create unique index payments_one_live on payments (order_id, provider)
  where state in ('capture_started', 'pending', 'completed');

-- The sums of sales leave gift cards out: they are sales when they are spent.
drop index orders_by_payment;
create index orders_by_payment on orders
  (paid_at, id, items_cents, shipping_cents, tax_cents, total_cents, refunded_cents, discount_cents, is_gift_card)
  where paid_at is not null;

create table gift_cards (
  id text primary key,
  -- SHA-256 of the code. The code has 79 random bits, so the hash does not reveal it.
  code_hash text not null unique,
  -- The code, encrypted with a key that is not in the database, to mail and print the card. Null if it is disabled.
  sealed_code text,
  -- The last four characters of the code, for people.
  last_four text not null,
  -- ordered: its order is not paid; void: its order was closed; frozen: by a dispute; disabled: lost and replaced
  state text not null check (state in ('ordered', 'active', 'frozen', 'disabled', 'void')),
  -- The amount for which it was issued.
  cents integer not null check (cents > 0),
  -- What is left: the sum of its moves. An order that is not paid yet holds its amount.
  balance_cents integer not null default 0 check (balance_cents >= 0),
  -- The order that bought it; null if it was sold at the bar or replaces another card.
  order_id text unique references orders (id),
  -- The card that has its balance now.
  replaced_by text,
  recipient_name text not null default '',
  -- Empty if the card is not mailed.
  recipient_email text not null default '',
  sender_name text not null default '',
  note text not null default '',
  -- The day at the shop on which it is mailed; null for at once.
  send_on text,
  mailed_at text,
  -- Who sold it at the bar; null if it was bought in the shop.
  sold_by text,
  created_at text not null,
  issued_at text,
  check (state <> 'ordered' or balance_cents = 0),
  check ((issued_at is null) = (state in ('ordered', 'void')))
);
create index gift_cards_newest on gift_cards (created_at, id);
create index gift_cards_to_mail on gift_cards (send_on)
  where mailed_at is null and recipient_email <> '' and state = 'active';

-- All changes of balances. A row never changes.
create table gift_card_moves (
  id text primary key,
  card_id text not null references gift_cards (id),
  cents integer not null check (cents <> 0),
  -- issued: bought in the shop; sold: at the bar; held and released: by an order; refunded: money of an order comes back;
  -- returned: its own purchase was refunded; adjusted: by staff; moved: from a lost card to the one that replaces it
  kind text not null check (kind in
    ('issued', 'sold', 'held', 'released', 'refunded', 'returned', 'adjusted', 'moved')),
  order_id text,
  refund_id text,
  reason text not null default '',
  actor text not null,
  at text not null
);
create index gift_card_moves_by_card on gift_card_moves (card_id, at, id);
create index gift_card_moves_by_time on gift_card_moves (at) where kind in ('sold', 'adjusted');
create index gift_card_moves_by_refund on gift_card_moves (refund_id) where refund_id is not null;
-- A card is issued once.
create unique index gift_card_moves_issue on gift_card_moves (card_id) where kind in ('issued', 'sold');

-- What a card pays of an order: held when the order is placed, taken when it is paid, released when it is closed.
create table gift_card_uses (
  order_id text not null references orders (id) on delete cascade,
  card_id text not null references gift_cards (id),
  cents integer not null check (cents > 0),
  state text not null check (state in ('held', 'taken', 'released')),
  -- What refunds of the order gave back to the card.
  returned_cents integer not null default 0 check (returned_cents between 0 and cents),
  primary key (order_id, card_id)
);
create index gift_card_uses_by_card on gift_card_uses (card_id);

-- Gift cards in the bookkeeping: what the shop owes because of them, and money that was paid at the bar.
alter table accounting_lines add column gift_card_cents integer not null default 0;
alter table accounting_lines add column till_cents integer not null default 0;
-- A check that belongs to a column ends only with its column, on both databases.
alter table accounting_lines add column new_kind text not null default 'payment' check (new_kind in
  ('payment', 'surplus', 'refund', 'reversal', 'replacement', 'card-sale', 'card-change'));
update accounting_lines set new_kind = kind;
alter table accounting_lines drop column kind;
alter table accounting_lines rename column new_kind to kind;
