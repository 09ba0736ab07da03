-- What the buyer chose to pay with: paypal, card, venmo, apple_pay, google_pay or pay_later.
alter table payments add column method text not null default 'paypal';
-- With what PayPal took the money, and the brand and the last digits of the card, if PayPal reports them.
alter table payments add column paid_with text;
alter table payments add column card_brand text;
alter table payments add column card_digits text;
