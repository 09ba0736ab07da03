-- The picture on a gift card: one of the drawings that the buyer chooses from (shared/checkout/gift-cards.ts).
alter table gift_cards add column design text not null default 'morning'
  check (design in ('morning', 'pour', 'visitor'));
